"use strict";
// Reads /openapi.json and gives every route a form. Texts are set as text, never as markup.

const METHODS = ["get", "post", "put", "patch", "delete"];
let schemas = {};

function make(tag, options = {}, ...children) {
  const node = Object.assign(document.createElement(tag), options);
  node.append(...children);
  return node;
}

function resolve(schema) {
  while (schema && schema.$ref) schema = schemas[schema.$ref.split("/").pop()];
  return schema || {};
}

// An example body: what the schema shows, required fields first.
function example(schema, depth = 0) {
  schema = resolve(schema);
  if (schema.examples && schema.examples.length) return schema.examples[0];
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum[0];
  if (schema.const !== undefined) return schema.const;
  const options = schema.anyOf || schema.oneOf;
  if (options) return example(options.find((one) => one.type !== "null") || options[0], depth);
  if (schema.type === "object" || schema.properties) {
    const made = {};
    const required = new Set(schema.required || []);
    for (const [name, inner] of Object.entries(schema.properties || {}))
      if (required.has(name) && depth < 4) made[name] = example(inner, depth + 1);
    return made;
  }
  if (schema.type === "array") return depth < 4 ? [example(schema.items, depth + 1)] : [];
  return { string: "", integer: 1, number: 1, boolean: true }[schema.type] ?? null;
}

function field(parameter) {
  const required = parameter.required ? " *" : "";
  const input = make("input", { name: parameter.name, title: parameter.description || "" });
  const fallback = resolve(parameter.schema).default;
  if (fallback !== undefined && fallback !== null) input.placeholder = String(fallback);
  input.dataset.in = parameter.in;
  return make("label", {}, `${parameter.name}${required} (${parameter.in})`, input);
}

function form(path, method, route) {
  const body = route.requestBody?.content?.["application/json"]?.schema;
  const hidden = new Set(["X-Saegim-User", "x-saegim-user"]);
  const fields = (route.parameters || []).filter((one) => !hidden.has(one.name)).map(field);
  const area = body ? make("textarea", { rows: 8, spellcheck: false }) : null;
  if (area) area.value = JSON.stringify(example(body), null, 2);
  const output = make("pre", { hidden: true });
  const made = make("form", {}, make("p", { textContent: route.description || "" }), ...fields);
  if (area) made.append(area);
  made.append(make("div", {}, make("button", { textContent: "보내기 · Send" })), output);
  made.addEventListener("submit", async (submitted) => {
    submitted.preventDefault();
    output.hidden = false;
    output.textContent = "…";
    try {
      await send(path, method, made, area, output);
    } catch (error) {
      output.textContent = String(error);
    }
  });
  return made;
}

async function send(path, method, made, area, output) {
  const headers = {};
  const query = new URLSearchParams();
  for (const input of made.querySelectorAll("input")) {
    if (!input.value) continue;
    if (input.dataset.in === "path") path = path.replace(`{${input.name}}`, encodeURIComponent(input.value));
    else if (input.dataset.in === "query") query.append(input.name, input.value);
    else headers[input.name] = encodeURIComponent(input.value);
  }
  const token = document.getElementById("token").value.trim();
  const user = document.getElementById("user").value.trim();
  if (token) headers.Authorization = `Bearer ${token}`;
  if (user) headers["X-Saegim-User"] = encodeURIComponent(user);
  if (area) headers["Content-Type"] = "application/json";
  const address = query.size ? `${path}?${query}` : path;
  const response = await fetch(address, { method: method.toUpperCase(), headers, body: area?.value });
  output.textContent = `${method.toUpperCase()} ${address}\n${response.status}\n\n`;
  const type = response.headers.get("content-type") || "";
  if (type.startsWith("text/event-stream")) {
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) output.append(piece.value);
    return;
  }
  const text = await response.text();
  output.append(type.includes("json") ? JSON.stringify(JSON.parse(text), null, 2) : text);
}

function show(document_) {
  schemas = document_.components?.schemas || {};
  const groups = new Map();
  for (const [path, methods] of Object.entries(document_.paths))
    for (const method of METHODS) {
      const route = methods[method];
      if (!route) continue;
      const tag = (route.tags || ["other"])[0];
      const details = make("details", {},
        make("summary", {},
          make("span", { className: "method", textContent: method.toUpperCase() }),
          make("code", { textContent: path }),
          make("span", { textContent: (route.description || route.summary || "").split("\n")[0] })));
      details.dataset.text = `${method} ${path} ${route.description || ""} ${tag}`.toLowerCase();
      details.addEventListener("toggle", () => {
        if (details.open && details.children.length === 1) details.append(form(path, method, route));
      });
      if (!groups.has(tag)) groups.set(tag, []);
      groups.get(tag).push(details);
    }
  const main = document.getElementById("routes");
  main.replaceChildren(...[...groups].flatMap(([tag, all]) =>
    [make("section", {}, make("h2", { textContent: tag }), ...all)]));
}

document.getElementById("find").addEventListener("input", (typed) => {
  const wanted = typed.target.value.trim().toLowerCase();
  for (const details of document.querySelectorAll("details")) details.hidden = !details.dataset.text.includes(wanted);
  for (const section of document.querySelectorAll("section"))
    section.hidden = ![...section.querySelectorAll("details")].some((one) => !one.hidden);
});

fetch("/openapi.json").then((response) => response.json()).then(show).catch((error) => {
  document.getElementById("routes").textContent = String(error);
});

def classify_with_scores(v,s,x): return None

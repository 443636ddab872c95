"""Python runs this at its start when this folder is on PYTHONPATH: processes of tests are offline too."""

import no_network

no_network.block()

// Loads modules of the packages from their sources, so that a run measures the tree as it stands, without a build.
import { createServer } from "vite";

import { ROOT } from "../measure.mjs";

export async function openSources() {
  const server = await createServer({
    root: ROOT,
    configFile: false,
    logLevel: "error",
    server: { middlewareMode: true, watch: null, hmr: false, ws: false },
    optimizeDeps: { noDiscovery: true },
    ssr: { resolve: { conditions: ["@memorymaster/source", "node", "import", "default"] } },
    resolve: { conditions: ["@memorymaster/source"] },
    oxc: { target: "es2022" },
  });
  return {
    load: (path) => server.ssrLoadModule(`/packages/${path}`),
    close: () => server.close(),
  };
}

// Checks each tarball as a consumer gets it: manifest and files by publint, types and resolution by attw.
import { join } from "node:path";
import { packPackage, withTemporaryFolder } from "./pack.mjs";
import { listPackages, pnpm } from "./workspace.mjs";

const published = listPackages().filter(({ manifest }) => manifest.private !== true);

withTemporaryFolder((target) => {
  for (const item of published) {
    const tarball = join(target, packPackage(item, target));
    process.stdout.write(`${item.manifest.name}\n`);
    const checks = [["publint", "--strict", tarball]];
    if (item.manifest.exports)
      checks.push(["attw", "--profile", "esm-only", "--format", "ascii", "--no-summary", "--no-emoji", tarball]);
    for (const check of checks) if (pnpm(["exec", ...check]) !== 0) process.exitCode = 1;
  }
});

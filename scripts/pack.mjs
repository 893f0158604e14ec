import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pnpm, ROOT } from "./workspace.mjs";

/** Calls `use` with an empty temporary folder, which is removed afterwards. */
export function withTemporaryFolder(use) {
  const folder = mkdtempSync(join(tmpdir(), "memorymaster-pack-"));
  try {
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Packs a package as it would be published; returns the name of the tarball in `target`. */
export function packPackage({ folder, manifest }, target) {
  const tarball = `${manifest.name.replace("@", "").replace("/", "-")}.tgz`;
  const args = ["pack", "--out", join(target, tarball)];
  if (pnpm(args, { cwd: join(ROOT, folder), stdio: ["ignore", "ignore", 2] }) !== 0) {
    throw new Error(`${folder} could not be packed`);
  }
  return tarball;
}

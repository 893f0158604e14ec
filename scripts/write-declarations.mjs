// Writes one .d.ts beside each built file from its source alone. `isolatedDeclarations` makes that possible without a
// type-checked program, which saves two to three seconds a package.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import ts from "typescript";

const OPTIONS = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  verbatimModuleSyntax: true,
  isolatedDeclarations: true,
  declaration: true,
};

/** Declares every source file in `packageRoot/src`; returns a text that lists exports whose type is not written down. */
export function writeDeclarations(packageRoot) {
  const source = join(packageRoot, "src");
  const problems = [];
  for (const file of readdirSync(source, { recursive: true })) {
    if (!file.endsWith(".ts")) continue;
    const fileName = join(source, file);
    const { outputText, diagnostics = [] } = ts.transpileDeclaration(readFileSync(fileName, "utf8"), {
      fileName,
      compilerOptions: OPTIONS,
      reportDiagnostics: true,
    });
    problems.push(...diagnostics);
    const target = join(packageRoot, "dist", file.replace(/\.ts$/, ".d.ts"));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, outputText);
  }
  return describe(problems, packageRoot);
}

function describe(diagnostics, packageRoot) {
  return ts.formatDiagnostics(diagnostics, {
    getCanonicalFileName: (name) => relative(packageRoot, name),
    getCurrentDirectory: () => packageRoot,
    getNewLine: () => "\n",
  });
}

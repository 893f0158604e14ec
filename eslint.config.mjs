import { defineConfig } from "eslint/config";
import tseslint from "typescript-eslint";

const SOURCE = ["packages/*/src/**/*.ts", "apps/*/src/**/*.ts"];
const TESTS = ["**/test/**/*.ts"];
const TOOLS = ["scripts/**", "bench/**", "*.ts", "**/tsup.config.ts", "**/*.mjs", "**/*.cjs"];

const EVERYWHERE = [
  { selector: "ExportAllDeclaration", message: "Name each export: a public name is a promise." },
  { selector: "ClassDeclaration > ClassBody[body.length>15]", message: "A class with more than 15 members is two." },
  {
    selector: "ImportDeclaration[source.value='zod'][importKind='value'] > ImportSpecifier[importKind='value']",
    message: 'Write `import * as z from "zod"`: named imports drag every locale into the programs.',
  },
];
const TYPED_ERRORS = [
  {
    selector: ":matches(ThrowStatement, CallExpression[callee.name='reject']) > NewExpression[callee.name='Error']",
    message: "Throw one of the typed errors of core.",
  },
];
const NAMED_EXPORTS = [{ selector: "ExportDefaultDeclaration", message: "Export by name." }];
const INJECTED = [
  { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: "Take the time from the clock port." },
  { selector: "CallExpression[callee.name='Date']", message: "Take the time from the clock port." },
  {
    selector: "MemberExpression[object.name='Date'][property.name='now']",
    message: "Take the time from the clock port.",
  },
  { selector: "MemberExpression[object.name='Math'][property.name='random']", message: "Take randomness from a port." },
];
const NO_ENVIRONMENT = [
  {
    selector: "MemberExpression[object.name='process'][property.name='env']",
    message: "Only the runtime package and the programs read the environment; libraries take options.",
  },
];

const restrict = (...groups) => ({ "no-restricted-syntax": ["error", ...EVERYWHERE, ...groups.flat()] });

export default defineConfig(
  { ignores: ["**/dist/**", "**/node_modules/**", "**/coverage/**", "**/.turbo/**"] },
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  ...tseslint.configs.strictTypeChecked,
  { languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } } },
  {
    rules: {
      "max-lines": ["error", { max: 250, skipBlankLines: true, skipComments: true }],
      "max-lines-per-function": ["error", { max: 50, skipBlankLines: true, skipComments: true }],
      "max-params": ["error", 3],
      "max-depth": ["error", 3],
      complexity: ["error", 10],
      eqeqeq: "error",
      "no-console": "error",
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/switch-exhaustiveness-check": "error",
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      // Spreading a string gives code points, which is the unit of every length rule here.
      "@typescript-eslint/no-misused-spread": ["error", { allow: ["string"] }],
      // The in-memory store has nothing to wait for, but its ports are asynchronous, and `async` turns throws into rejections.
      "@typescript-eslint/require-await": "off",
      ...restrict(TYPED_ERRORS, NAMED_EXPORTS, INJECTED),
    },
  },
  {
    files: ["packages/*/src/**/*.ts"],
    ignores: [
      "packages/runtime/**",
      "packages/test-support/**",
      "packages/*/src/bin.ts",
      "packages/*/src/bin/**",
      "packages/core/src/platform/**",
    ],
    rules: restrict(TYPED_ERRORS, NAMED_EXPORTS, INJECTED, NO_ENVIRONMENT),
  },
  {
    files: ["packages/core/src/platform/**/*.ts"],
    rules: { "no-console": "off", ...restrict(TYPED_ERRORS, NAMED_EXPORTS) },
  },
  { files: ["apps/*/src/**/*.ts"], rules: { "no-console": "off" } },
  {
    files: TESTS,
    rules: { "max-lines-per-function": "off", ...restrict(NAMED_EXPORTS, INJECTED) },
  },
  {
    files: TOOLS,
    ignores: [...SOURCE, ...TESTS],
    rules: { "no-console": "off", ...restrict() },
  },
  { files: ["**/*.mjs", "**/*.cjs"], ...tseslint.configs.disableTypeChecked },
  {
    files: ["**/*.mjs", "**/*.cjs"],
    rules: { ...tseslint.configs.disableTypeChecked.rules, "@typescript-eslint/no-require-imports": "off" },
  },
);

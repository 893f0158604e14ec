import type { SecretPattern } from "../secret-pattern.ts";
import { longTokenPattern, tokenPattern, wordyTokenPattern } from "../token-pattern.ts";

/** Tokens of code hosts, package registries and build services. */
export const CODE_HOST_PATTERNS: readonly SecretPattern[] = [
  tokenPattern(
    "github_token",
    ["ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"],
    "gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{22,}",
  ),
  tokenPattern(
    "gitlab_token",
    ["glpat-", "glptt-", "gldt-", "glrt-", "glcbt-", "glft-", "glimt-", "glagent-", "gloas-", "glsoat-", "glffct-"],
    "gl(?:pat|dt|rt|ft|imt|agent|oas|soat|ffct)-[A-Za-z0-9_-]{20,}(?:\\.[a-z0-9]{2}\\.?[a-z0-9]{7,})?" +
      "|glptt-[a-f0-9]{40}|glcbt-[A-Za-z0-9]{1,5}_[A-Za-z0-9_-]{20,}",
  ),
  tokenPattern("gitlab_runner_token", ["gr1348941"], "GR1348941[\\w-]{20,}"),
  wordyTokenPattern("npm_token", ["npm_"], "npm_[A-Za-z0-9]{36}(?![A-Za-z0-9_])"),
  tokenPattern("pypi_token", ["pypi-"], "pypi-[A-Za-z0-9_-]{50,}"),
  tokenPattern("rubygems_token", ["rubygems_"], "rubygems_[a-f0-9]{40,}"),
  tokenPattern("clojars_token", ["clojars_"], "CLOJARS_[A-Za-z0-9]{50,}"),
  longTokenPattern("cargo_token", ["cio"], "cio[A-Za-z0-9]{32}(?![A-Za-z0-9])"),
  longTokenPattern("nuget_key", ["oy2"], "oy2[a-z0-9]{43}(?![a-z0-9])"),
  tokenPattern("docker_token", ["dckr_"], "dckr_(?:pat|oat)_[A-Za-z0-9_-]{20,}"),
  tokenPattern("artifactory_token", ["akcp", "cmvmd"], "AKCp[A-Za-z0-9]{60,}|cmVmd[A-Za-z0-9]{55,}"),
  tokenPattern("bitbucket_token", ["atbb", "atctt"], "ATBB[A-Za-z0-9]{24,}|ATCTT3[A-Za-z0-9_=-]{50,}"),
  tokenPattern("atlassian_token", ["atatt"], "ATATT[A-Za-z0-9_=-]{50,}"),
  tokenPattern("sonar_token", ["squ_", "sqp_", "sqa_"], "sq[upa]_[a-f0-9]{40}"),
  tokenPattern("sourcegraph_token", ["sgp_"], "sgp_(?:(?:[a-fA-F0-9]{16}|local)_)?[a-fA-F0-9]{40}(?![A-Za-z0-9])"),
  tokenPattern("circleci_token", ["ccipat_", "ccipr_"], "ccip(?:at|rj?)_[A-Za-z0-9_]{30,}"),
  tokenPattern("buildkite_token", ["bkua_"], "bkua_[a-f0-9]{40}"),
  longTokenPattern("harness_token", ["pat."], "pat\\.[A-Za-z0-9_-]{22}\\.[a-f0-9]{24}\\.[A-Za-z0-9]{20}"),
  tokenPattern("prefect_token", ["pnu_"], "pnu_[A-Za-z0-9]{36}"),
  longTokenPattern("octopus_key", ["api-"], "API-[A-Z0-9]{26,}(?![A-Za-z0-9])"),
  tokenPattern("infracost_token", ["ico-"], "ico-[A-Za-z0-9]{32,}(?![A-Za-z0-9.])"),
  tokenPattern("snyk_token", ["snyk_"], "snyk_[a-z]{2,4}\\.[a-f0-9]{8,}\\.[\\w-]{20,}"),
];

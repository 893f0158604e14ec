import { it } from "vitest";
import { expectToSurviveKills } from "../support/imported.ts";
import { createLegacyFile, THEN } from "../support/legacy-file.ts";
import { tempFolder } from "../support/temp-store.ts";

const CLAIMS = 210;
const PARTS = Number(process.env["MEMORYMASTER_TRIAL_PARTS"] ?? 5);

it("completes what was killed anywhere in it, as if nothing had happened", { timeout: 240_000 }, async () => {
  using folder = tempFolder();
  using file = createLegacyFile(folder.file("old.db"));
  file.sql("begin");
  for (let at = 1; at <= CLAIMS; at += 1) {
    file.row("entities", { canonical_name: `module ${at}`, created_at: THEN, updated_at: THEN });
    const replaced = at % 3 === 0 ? { status: "superseded", replaced_by_claim_id: at - 1 } : {};
    file.claim({ text: `Fact number ${at} of module ${at * 7}`, entity_id: at, ...replaced });
    file.row("claim_links", { source_id: at, target_id: (at % CLAIMS) + 1, link_type: "supports", created_at: THEN });
    file.row("claim_entity_links", { claim_id: at, entity_id: at });
    file.event({ claim_id: at, event_type: "ingest", to_status: "candidate" });
  }
  file.sql("commit");

  await expectToSurviveKills(file.path, PARTS);
});

import { resolveResultToWire } from "@memorymaster/core";
import type { ResolveResult } from "@memorymaster/core";

import { actorOption } from "../actor-option.ts";
import { choiceOption, numberOption, textOption } from "../command-input.ts";
import type { RunCommand } from "../command.ts";
import { proposalText } from "../output/proposal-text.ts";
import type { Paint } from "../output/paint.ts";
import { UsageError } from "../usage-error.ts";

const ACTIONS = ["approve", "reject"] as const;

function text(result: ResolveResult, paint: Paint): string {
  if ("reason" in result) {
    const { proposal, reason } = result;
    const why = reason === "already_settled" ? "nothing is left to decide" : `it has been ${proposal.status}`;
    return `${reason}: ${why}, nothing was changed\n${proposalText(proposal, paint)}`;
  }
  const facts = [
    `status=${result.status}`,
    `proposal_event_id=${result.proposalEventId}`,
    `claim_id=${result.claimId}`,
    `applied=${result.applied ? 1 : 0}`,
  ];
  const undo = result.resolved ? [`take back with: memorymaster undo ${result.auditEventId}`] : [];
  return [facts.join(" "), ...undo].join("\n");
}

export const resolveProposal: RunCommand = async (context, input) => {
  const action = choiceOption(input, "action", ACTIONS);
  const proposalEventId = numberOption(input, "proposalEventId");
  const claim = textOption(input, "claimId");
  if (action === undefined) throw new UsageError("option '--action' is missing: approve or reject");
  if ((proposalEventId === undefined) === (claim === undefined)) {
    throw new UsageError("give one of the options '--proposal-event-id' and '--claim-id'");
  }
  const { memory, authority } = await context.open("write");
  const result = await memory.governance.resolve({
    action,
    proposalEventId,
    claim,
    apply: input.options["apply"] !== false,
    actor: actorOption(input, authority),
  });
  const error = "reason" in result ? undefined : result.applyError;
  return {
    data: resolveResultToWire(result),
    text: (paint) => text(result, paint),
    ...(error !== undefined && {
      failure: { code: "PARTIAL", message: `The approval could not be carried out, the proposal stays open: ${error}` },
    }),
  };
};

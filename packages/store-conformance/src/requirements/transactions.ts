export const TRANSACTIONS = {
  "transactions.result": ["storage §2", "return what the work returns and keep what it wrote"],
  "transactions.rollback": ["storage §2", "leave nothing in any table when the work fails"],
  "transactions.nested": ["storage §2", "undo an inner one alone when its failure is caught"],
  "transactions.together": ["storage §2", "keep inner ones that are started together apart"],
  "transactions.isolated": ["storage §2", "show what they wrote to nobody else until they have ended"],
  "transactions.turns": ["storage §2", "wait for the one before, so that no version is read twice"],
  "transactions.ended": ["storage §2", "take no call that comes after their end"],
  "transactions.close": ["storage §2", "are finished before their store closes, and cannot close it themselves"],
  "transactions.other_store": ["storage §2", "belong to one store and leave others alone"],
} as const;

export const PAGING = {
  "paging.cursor.form": ["storage §8", "refuses a cursor that no page gave"],
  "paging.end": ["storage §8", "ends without a cursor exactly when everything was read"],
  "paging.claims.while_written": ["storage §8", "shows each claim that was there once, while others are written"],
  "paging.claims.ties": ["storage §8", "goes through claims that are equal but for the id without gap or repeat"],
  "paging.events.ties": ["storage §8", "goes through events of one second without gap or repeat"],
  "paging.total": ["storage §8", "tells on every page how many items there are on all"],
} as const;

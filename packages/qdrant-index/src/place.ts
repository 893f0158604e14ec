import { indexUnavailable } from "@memorymaster/core";
import { readCollection } from "./collection.ts";
import type { Session, Transport } from "./transport.ts";

/** Which vectors a collection holds. */
export interface Kept {
  readonly dims: number;
  readonly fp: string;
}

/** Where calls go: a name on the server, and what was last seen behind it. */
export interface Place {
  readonly transport: Transport;
  /** Of an alias or a collection. */
  readonly name: string;
  /**
   * What lies behind the name right now.
   *
   * @throws ProviderError `collection_missing`; `fingerprint_mismatch` for a collection that we did not make
   */
  kept(session: Session): Promise<Kept>;
  /** The same; does not ask again while what was last seen has this fingerprint. */
  keptFor(fp: string, session: Session): Promise<Kept>;
  /** An alias may point elsewhere by now. */
  forget(): void;
}

export function createPlace(transport: Transport, name: string): Place {
  let known: Kept | undefined;
  const kept: Place["kept"] = async (session) => {
    const { dims, fp } = await readCollection(session, name);
    if (dims === undefined || fp === undefined) throw indexUnavailable("fingerprint_mismatch");
    return (known = { dims, fp });
  };
  return {
    transport,
    name,
    kept,
    keptFor: async (fp, session) => (known?.fp === fp ? known : kept(session)),
    forget: () => {
      known = undefined;
    },
  };
}

import type { CoreServices } from '../services/core-services.ts';

/** A part of what terminals hold that decisions change: whoever waits for changes is told of it. */
export interface ClientPart {
  /** Name on the wire. */
  readonly name: string;
  /** Another one after every decision that may concern this person; known without asking for every person. */
  stamp(services: CoreServices, uid: string): Promise<string>;
  /** Another one after every decision that does concern this person; asked only when the stamp is another. */
  word(services: CoreServices, uid: string): Promise<string>;
}

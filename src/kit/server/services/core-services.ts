import type { DeclaredParts } from './declared-parts.ts';
import type { MachineServices } from './machine-services.ts';
import type { MessageServices } from './message-services.ts';
import type { PeopleServices } from './people-services.ts';

/** Services given to the parts that modules register: all but those that these parts make up. */
export interface CoreServices extends MachineServices, PeopleServices, MessageServices, DeclaredParts {}

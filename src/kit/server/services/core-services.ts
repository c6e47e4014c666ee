import type { DeclaredParts } from './declared-parts.ts';
import type { MachineServices } from './machine-services.ts';
import type { MessageServices } from './message-services.ts';
import type { PeopleServices } from './people-services.ts';

/** What parts that modules register are given: everything but what such parts make up themselves. */
export interface CoreServices extends MachineServices, PeopleServices, MessageServices, DeclaredParts {}

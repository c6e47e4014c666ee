import type { Directory } from '../directory.ts';
import type { Sessions } from '../services/people-services.ts';

/** What roles must know of people and do to them; the kinds are values made before there are services. */
interface RoleParts {
  directory: Directory;
  sessions: Pick<Sessions, 'endAll'>;
}

let bound: RoleParts | undefined;

/** Names the directory in which members of roles are looked up and the sessions of who loses the last of them; called when access is opened. */
export function bindRoles(parts: RoleParts): void {
  bound = parts;
}

function parts(): RoleParts {
  if (!bound) throw new Error('Roles are changed only after access was opened: their members are people of the directory');
  return bound;
}

/** The directory of the people who may hold roles. */
export const roleDirectory = (): Directory => parts().directory;

/** The sessions of the people who hold roles. */
export const roleSessions = (): RoleParts['sessions'] => parts().sessions;

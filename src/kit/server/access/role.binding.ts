import type { Directory } from '../directory.ts';

/** What roles must know of people; the kinds are values made before there are services. */
interface RoleParts {
  directory: Directory;
}

let bound: RoleParts | undefined;

/** Names the directory in which members of roles are looked up; called when access is opened. */
export function bindRoles(parts: RoleParts): void {
  bound = parts;
}

/** The directory of the people who may hold roles. */
export function roleDirectory(): Directory {
  if (!bound) throw new Error('Roles are changed only after access was opened: their members are people of the directory');
  return bound.directory;
}

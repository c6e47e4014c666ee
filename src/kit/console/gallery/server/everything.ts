import { servePeople } from './people.ts';
import { serveRooms } from './rooms.ts';
import { serveSession } from './session.ts';

/** Everything that the parts call. */
export function serveEverything(): void {
  serveSession();
  servePeople();
  serveRooms();
}

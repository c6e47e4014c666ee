import { serveDesks } from './desks.ts';
import { serveJobs } from './jobs.ts';
import { serveJournal } from './journal.ts';
import { servePeople } from './people.ts';
import { servePlans } from './plans.ts';
import { serveRoles } from './roles.ts';
import { serveRooms } from './rooms.ts';
import { serveSession } from './session.ts';

/** Everything that the parts call. */
export function serveEverything(): void {
  serveSession();
  servePeople();
  serveRooms();
  serveDesks();
  serveJobs();
  servePlans();
  serveJournal();
  serveRoles();
}

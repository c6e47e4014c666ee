import type { ClientEndpoint, ClientInput, ClientReply } from '#kit/common/client/client-endpoint.ts';
import type { Call } from '../handle.ts';
import type { Terminal, TerminalSession } from './terminal-gate.ts';

/** Context of a terminal's call, given to its handler: `caller` is the employee, who holds no rights of the console here. */
export interface ClientCall extends Call {
  readonly terminal: Terminal;
}

/** An operation of terminals with its handler. */
export interface BoundClientRoute {
  readonly operation: ClientEndpoint;
  readonly handler: (call: ClientCall, input: unknown) => Promise<unknown>;
}

/** Binds a handler to an operation of terminals; the types of input and reply come from the contract. */
export function handleClient<E extends ClientEndpoint>(
  operation: E,
  handler: (call: ClientCall, input: ClientInput<NoInfer<E>>) => Promise<ClientReply<NoInfer<E>>>,
): BoundClientRoute {
  return { operation, handler: handler as BoundClientRoute['handler'] };
}

/** The session of a call that asks for one. */
export function sessionOf({ terminal }: ClientCall): TerminalSession {
  if (!terminal.session) throw new Error('This call of terminals asks for no session in its contract');
  return terminal.session;
}

import type { FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import { languageOf } from '#kit/common/language.ts';
import { refused } from '#kit/server/answer.ts';
import type { ClientSocket } from '#kit/server/client/client-socket.ts';
import type { GateRequest, Terminal, TerminalSession } from '#kit/server/client/terminal-gate.ts';
import { Refusal } from '#kit/server/refusal.ts';
import type { Services } from '#kit/server/services.ts';
import { authMillis, closeCodes, connectionProtocol, largestFrame, type ClientFrame } from '../../common/client/frames.ts';
import { clientConnect } from '../../common/client/client.contract.ts';
import { arrivalsOf } from './arrivals.ts';
import { frameIn } from './frame-in.ts';
import { hubOf } from './hub.ts';
import { openLine } from './line.ts';

/** The connection of terminals: the first frame says who calls, by the session and the proof of every other call. */
export const messagingSocket: ClientSocket = {
  path: clientConnect.path,
  protocol: connectionProtocol,
  maxPayload: largestFrame,
  open: (services, socket, request) => {
    socket.on('error', () => socket.terminate());
    const timer = setTimeout(() => socket.close(closeCodes.noSession, '65001'), authMillis);
    socket.once('close', () => clearTimeout(timer));
    socket.once('message', (data: Buffer, isBinary: boolean) => {
      clearTimeout(timer);
      void enter(services, socket, { request, frame: isBinary ? undefined : frameIn(data) });
    });
  },
  drain: (services) => hubOf(services).drain(),
};

interface Entry {
  request: FastifyRequest;
  frame: ClientFrame | undefined;
}

async function enter(services: Services, socket: WebSocket, { request, frame }: Entry): Promise<void> {
  if (frame?.type !== 'auth') return socket.close(closeCodes.malformed, '10400');
  const headers = Object.fromEntries(Object.entries(frame.headers).map(([name, value]) => [name.toLowerCase(), value]));
  const { url, ip, protocol, host } = request;
  // The proof is for this address by GET, as that of every other reading.
  const call: GateRequest = { headers, method: 'GET', url: url.split('?')[0]!, ip, protocol, host };
  const language = languageOf(headers['accept-language']);
  try {
    if (!services.terminals) throw new Refusal(10503);
    const terminal = await services.terminals.admit(clientConnect, call);
    if (socket.readyState !== socket.OPEN) return;
    await openLine(services, socket, { ...entrant(terminal), address: ip, language, cursor: frame.cursor, wire: request.raw.socket });
    await arrivalsOf(services)
      .tell(host)
      .catch((error: unknown) => request.log.error({ err: error }, 'What waits for terminals was not told of one'));
  } catch (error) {
    const answer = refused(error, language, services.texts);
    if (!answer) request.log.error({ err: error }, 'A terminal could not be let in');
    const { code, msg, data } = answer?.body ?? { code: 10500, msg: '', data: null };
    socket.send(JSON.stringify({ type: 'bye', code, msg, data }));
    socket.close(code === 65003 ? closeCodes.ended : code === 10429 ? closeCodes.rate : closeCodes.noSession, String(code));
  }
}

function entrant({ session, installId, platform }: Terminal): { session: TerminalSession; deviceId: string; platform: number } {
  if (!session) throw new Refusal(65001);
  return { session, deviceId: installId, platform };
}

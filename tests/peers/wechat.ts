import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { json as jsonOf } from 'node:stream/consumers';

/**
 * A stand-in on loopback for the calls of WeCom that signing in and notices need, in the shapes that its documentation gives (gettoken,
 * auth/getuserinfo, the scan page, user/getuserid, message/send). What the real service does beyond them is not proved by it.
 */
export interface WechatPeer {
  address: string;
  allowed: string;
  corpId: string;
  secret: string;
  /** userid that the next code stands for; null for somebody who is no member. */
  user: string | null;
  /** Answers that the token is stale once (42001), as after two hours. */
  staleOnce: boolean;
  /** Members by mobile number; only they can be told something. */
  members: Map<string, string>;
  /** What was sent to members. */
  sent: { touser: string; agentid: number; text: { content: string } }[];
  /** How often a token was asked for. */
  tokens: number;
  stop(): Promise<void>;
}

const json = async (request: IncomingMessage): Promise<object> => (await jsonOf(request)) as object;

/** Starts one. */
export async function startWechat(): Promise<WechatPeer> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const found = server.address();
  const port = typeof found === 'object' && found ? found.port : 0;
  const codes = new Map<string, string | null>();
  const peer: WechatPeer = {
    address: `http://127.0.0.1:${port}`,
    allowed: `127.0.0.1:${port}`,
    corpId: 'ww0123456789',
    secret: 'corp-secret-1',
    user: null,
    staleOnce: false,
    members: new Map(),
    sent: [],
    tokens: 0,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  server.on('request', (request, response) => {
    const address = new URL(request.url ?? '', peer.address);
    const word = (name: string): string => address.searchParams.get(name) ?? '';
    const answer = (body: object): void => void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (address.pathname === '/wwlogin/sso/login') {
      const code = `code-${codes.size}`;
      codes.set(code, peer.user);
      const back = new URL(word('redirect_uri'));
      back.searchParams.set('code', code);
      back.searchParams.set('state', word('state'));
      return void response.writeHead(302, { location: back.href }).end();
    }
    if (address.pathname === '/cgi-bin/gettoken') {
      if (word('corpid') !== peer.corpId) return answer({ errcode: 40013, errmsg: 'invalid corpid' });
      if (word('corpsecret') !== peer.secret) return answer({ errcode: 40001, errmsg: 'invalid credential' });
      peer.tokens += 1;
      return answer({ errcode: 0, errmsg: 'ok', access_token: `token-${peer.tokens}`, expires_in: 7200 });
    }
    const known = ['/cgi-bin/auth/getuserinfo', '/cgi-bin/user/getuserid', '/cgi-bin/message/send'];
    if (!known.includes(address.pathname)) return void response.writeHead(404).end();
    if (peer.staleOnce || word('access_token') !== `token-${peer.tokens}`) {
      peer.staleOnce = false;
      return answer({ errcode: 42001, errmsg: 'access_token expired' });
    }
    if (address.pathname === '/cgi-bin/user/getuserid')
      return void json(request).then((body) => {
        const userid = peer.members.get(String(Reflect.get(body, 'mobile')));
        answer(userid === undefined ? { errcode: 46004, errmsg: 'user not exist' } : { errcode: 0, errmsg: 'ok', userid });
      });
    if (address.pathname === '/cgi-bin/message/send')
      return void json(request).then((body) => {
        const message = body as WechatPeer['sent'][number];
        if (![...peer.members.values()].includes(message.touser))
          return answer({ errcode: 0, errmsg: 'ok', invaliduser: message.touser, msgid: 'm-0' });
        peer.sent.push(message);
        answer({ errcode: 0, errmsg: 'ok', invaliduser: '', msgid: `m-${peer.sent.length}` });
      });
    const user = codes.get(word('code'));
    codes.delete(word('code'));
    if (user === undefined) return answer({ errcode: 40029, errmsg: 'invalid code' });
    return answer(user === null ? { errcode: 0, errmsg: 'ok', openid: 'o-1' } : { errcode: 0, errmsg: 'ok', userid: user });
  });
  return peer;
}

import { createHash } from 'node:crypto';
import { toDataURL } from 'qrcode';
import { platformNames, platforms } from '#kit/common/client/platforms.ts';
import type { Language } from '#kit/common/language.ts';

/** A package on an install page. */
interface PagePackage {
  readonly platform: number;
  readonly versionName: string;
  readonly size: number | null;
  readonly sha256: string | null;
  readonly kind: string | null;
  readonly address: string;
  readonly isStore: boolean;
  /** Versions before it with their notes, where the app tells of them. */
  readonly earlier: readonly { readonly versionName: string; readonly notes: string }[];
}

interface PageDraft {
  readonly title: string;
  readonly description: string;
  readonly isOff: boolean;
  readonly packages: readonly PagePackage[];
  readonly language: Language;
  readonly agent: string;
  /** Phones take manifests over https alone. */
  readonly isHttps: boolean;
  readonly here: string;
  text(key: string, params?: Record<string, unknown>): string;
}

const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[sign]!);

const style = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{margin:0;display:grid;min-height:100vh;place-items:center;background:Canvas;color:CanvasText}
main{width:min(420px,92vw);padding:24px 0}h1{font-size:24px;margin:0 0 4px}p{margin:4px 0 12px}ul{list-style:none;margin:16px 0;padding:0;display:grid;gap:10px}
li{border:1px solid color-mix(in srgb,CanvasText 18%,transparent);border-radius:12px;padding:14px}li[data-own]{border-color:#1677ff;border-width:2px}
a,button{display:block;width:100%;box-sizing:border-box;border:0;font:inherit;cursor:pointer;margin-top:10px;padding:12px;border-radius:8px;background:#0958d9;color:#fff;text-align:center;text-decoration:none;font-weight:600}
ul:has([data-own]) li:not([data-own]) a{background:transparent;color:inherit;border:1px solid color-mix(in srgb,CanvasText 35%,transparent)}
label{display:block;margin-top:12px}input{display:block;width:100%;box-sizing:border-box;margin-top:4px;padding:11px;font:inherit;color:inherit;background:Field;border:1px solid color-mix(in srgb,CanvasText 35%,transparent);border-radius:8px}
[role=alert]{color:light-dark(#a8071a,#ff7875);font-weight:600}small{display:block;opacity:.75;word-break:break-all}details{margin-top:10px}summary{cursor:pointer}details p{white-space:pre-line}img{display:block;width:180px;height:180px;margin:16px auto;background:#fff;border-radius:8px}`;

/** The platform that a browser runs on, by what it says of itself. */
function platformOf(agent: string): number | undefined {
  if (/OpenHarmony|HarmonyOS/i.test(agent)) return 8;
  if (/iPhone|iPad|iPod/.test(agent)) return 1;
  if (/Android/.test(agent)) return 2;
  if (/Windows/.test(agent)) return 4;
  return /Macintosh/.test(agent) ? 5 : undefined;
}

/** Viewers inside of other applications that install nothing. */
const viewers = /MicroMessenger|DingTalk|Feishu|Lark|QQ\//i;

/** An install page as HTML without script, and the policy under which it is shown. */
export async function installPage(draft: PageDraft): Promise<{ html: string; csp: string }> {
  const { packages, agent, text } = draft;
  const own = platformOf(agent);
  const sorted = packages.toSorted((one, other) => Number(other.platform === own) - Number(one.platform === own));
  const list = sorted.map((one) => line(one, { draft, isOwn: one.platform === own })).join('');
  const isPhone = own === 1 || own === 2 || own === 8;
  const picture = isPhone
    ? ''
    : `<img alt="${escape(text('qr'))}" src="${await toDataURL(draft.here, { margin: 2, width: 360 })}"><p>${escape(text('scan'))}</p>`;
  const body = draft.isOff
    ? `<p role="status">${escape(text('off'))}</p>`
    : viewers.test(agent)
      ? `<p role="status">${escape(text('browser'))}</p>`
      : `${packages.length === 0 ? `<p role="status">${escape(text('none'))}</p>` : `<ul>${list}</ul>`}${picture}`;
  return pageOf({ title: draft.title, language: draft.language, body: `<p>${escape(draft.description)}</p>${body}`, form: `'none'` });
}

interface AskDraft {
  readonly title: string;
  readonly asked: 'signedIn' | 'password';
  /** That the password was right and a code is asked for. */
  readonly step: string | undefined;
  /** Path that the form is sent to. */
  readonly at: string;
  /** Why it is asked again; empty the first time. */
  readonly fault: string;
  readonly language: Language;
  text(key: string): string;
}

/** The page that asks who somebody is, for the code of a second factor, or for the password of the link. */
export function askPage({ title, asked, step, at, fault, language, text }: AskDraft): { html: string; csp: string } {
  const field = (name: 'account' | 'password' | 'code', complete: string, isFirst: boolean): string =>
    `<label>${escape(text(name))}<input name="${name}" type="${name === 'password' ? 'password' : 'text'}" autocomplete="${complete}" required maxlength="200"${
      isFirst ? ' autofocus' : ''
    }></label>`;
  const fields =
    step !== undefined
      ? `<input type="hidden" name="step" value="${escape(step)}">${field('code', 'one-time-code', true)}`
      : asked === 'signedIn'
        ? field('account', 'username', true) + field('password', 'current-password', false)
        : field('password', 'off', true);
  const alert = fault === '' ? '' : `<p role="alert">${escape(fault)}</p>`;
  const ask = step !== undefined ? 'askCode' : asked === 'signedIn' ? 'askSignIn' : 'askPassword';
  const body = `<p>${escape(text(ask))}</p>${alert}
<form method="post" action="${escape(at)}">${fields}<button>${escape(text('go'))}</button></form>`;
  return pageOf({ title, language, body, form: `'self'` });
}

/** A page without script, and the policy under which it is shown. */
function pageOf({ title, language, body, form }: { title: string; language: Language; body: string; form: string }): {
  html: string;
  csp: string;
} {
  const html = `<!doctype html><html lang="${language.replace('_', '-')}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escape(title)}</title><style>${style}</style></head><body><main><h1>${escape(title)}</h1>${body}</main></body></html>`;
  const hash = createHash('sha256').update(style).digest('base64');
  return {
    html,
    csp: `default-src 'none'; style-src 'sha256-${hash}'; img-src 'self' data:; base-uri 'none'; form-action ${form}; frame-ancestors 'none'`,
  };
}

const sizeText = (bytes: number): string =>
  bytes < 1_048_576 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1_048_576).toFixed(1)} MB`;

function line(one: PagePackage, { draft, isOwn }: { draft: PageDraft; isOwn: boolean }): string {
  const { text } = draft;
  const name = platformNames[platforms.find((platform) => platform === one.platform) ?? 2];
  const size = one.size === null ? '' : ` · ${sizeText(one.size)}`;
  const digest = one.sha256 ? `<small>SHA-256 ${one.sha256}</small>` : '';
  const needsHttps = one.kind === 'ipa' && !draft.isHttps;
  const manifest = one.address.replace(/app\.ipa$/, 'manifest.plist');
  const address = one.kind === 'ipa' ? `itms-services://?action=download-manifest&url=${encodeURIComponent(manifest)}` : one.address;
  const action = needsHttps
    ? `<p role="status">${escape(text('https'))}</p>`
    : `<a href="${escape(address)}">${escape(text(one.isStore ? 'store' : 'install'))}</a>`;
  const trust = one.kind === 'ipa' && !needsHttps ? `<small>${escape(text('trust'))}</small>` : '';
  const earlier = one.earlier.map(({ versionName, notes }) => `<p><strong>${escape(versionName)}</strong> ${escape(notes)}</p>`).join('');
  const history = earlier === '' ? '' : `<details><summary>${escape(text('earlier'))}</summary>${earlier}</details>`;
  return `<li${isOwn ? ' data-own' : ''}><strong>${escape(name)}</strong> ${escape(one.versionName)}${size}${digest}${action}${trust}${history}</li>`;
}

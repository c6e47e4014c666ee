import type { LocalText } from '#kit/common/language.ts';

/**
 * The same sentence for what is only asked for: `Disabled people` as `Disable people`, 停用了人员 as 停用人员, 従業員を無効にした as
 * 従業員を無効にする. Undefined for what nobody asks for: sentences that do not begin with what somebody did, or with a verb that is not known
 * here. Audit words are told in the past, because that is what a log holds; what waits has not been done.
 */
export function actionOf(sentence: LocalText): LocalText | undefined {
  const [zh_CN, en_US, ja_JP] = [chinese(sentence.zh_CN), english(sentence.en_US), japanese(sentence.ja_JP)];
  return zh_CN && en_US && ja_JP ? { zh_CN, en_US, ja_JP } : undefined;
}

/** What became of it falls away: 停用了人员. Sentences without 了 are told as an action already. */
const chinese = (text: string | undefined): string | undefined => text?.replace(/了(?!解)/u, '');

/** Verbs that do not lose their -ed or -d, which is how all others become an action. */
const irregular: Readonly<Record<string, string>> = {
  Began: 'Begin',
  Brought: 'Bring',
  Chose: 'Choose',
  Gave: 'Give',
  Held: 'Hold',
  Kept: 'Keep',
  Let: 'Let',
  Made: 'Make',
  Put: 'Put',
  Ran: 'Run',
  Read: 'Read',
  Reset: 'Reset',
  Said: 'Say',
  Sent: 'Send',
  Set: 'Set',
  Took: 'Take',
  Unbound: 'Unbind',
  Undid: 'Undo',
  Withdrew: 'Withdraw',
  Wrote: 'Write',
};
/** Verbs in -ed, by what they end in without it. */
const regular = `Accept Acknowledge Add Allow Apply Approve Ask Assign Ban Block Cancel Change Check Clear Close Comment Compare Compute
  Confirm Copy Decide Delegate Delete Destroy Disable Discard Download Drain Edit Enable End Export Finish Forward Grant
  Import Install Lift Lock Look Mark Match Merge Move Mute Name Offboard Open Order Pause Plan Preview Prove Publish Recall Rehire Reject
  Release Remind Remove Reopen Reorder Replace Reply Report Request Resolve Restore Resume Retire Return Revert Review Revoke Rotate Save Sign
  Silence Stop Submit Switch Test Transfer Try Unblock Unlock Upload Verify`.split(/\s+/u);
const presents = new Map([...Object.entries(irregular), ...regular.map((verb) => [pastOf(verb), verb] as const)]);

function pastOf(verb: string): string {
  if (/(?:Ban|Cancel|Plan|Stop|Submit|Transfer)$/u.test(verb)) return `${verb}${verb.at(-1)}ed`;
  return verb.endsWith('e') ? `${verb}d` : `${verb.replace(/(?<=[^aeiou])y$/u, 'i')}ed`;
}

/** The verb the sentence begins with, and those that follow it after `or`. */
function english(text: string | undefined): string | undefined {
  const first = /^[A-Z][a-z]+/u.exec(text ?? '')?.[0] ?? '';
  const verb = presents.get(first);
  if (text === undefined || verb === undefined) return undefined;
  const rest = text.slice(first.length).replaceAll(/(?<= or )[a-z]+/gu, (word) => {
    const other = presents.get(word.charAt(0).toUpperCase() + word.slice(1));
    return other?.toLowerCase() ?? word;
  });
  return verb + rest;
}

/** Endings of the past. A verb in す has one sign before it, one in する two: から外した, 除外した. */
const endings: readonly (readonly [past: RegExp, action: string])[] = [
  [/(?<=\p{Script=Hiragana}[外戻消直試])した$/u, 'す'],
  [/した$/u, 'する'],
  [/(?<=[えけげせてめ])た$/u, 'る'],
  [/んだ$/u, 'む'],
  [/った$/u, 'る'],
  [/いた$/u, 'く'],
];

/** The verb at the end, and one before または; undefined where the end is no known past. */
function japanese(text: string | undefined): string | undefined {
  const parts = (text ?? '').split(/(、?または)/u);
  const actions = parts.map((part) => {
    const [past, action] = endings.find(([one]) => one.test(part)) ?? [];
    return past && action ? part.replace(past, action) : part;
  });
  return actions.at(-1) === parts.at(-1) ? undefined : actions.join('');
}

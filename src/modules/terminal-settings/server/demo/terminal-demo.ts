import type { DemoActor } from '#kit/server/demo/demo-actor.ts';
import { demoCast } from '#kit/server/demo/demo-cast.ts';
import type { DemoPart } from '#kit/server/demo/demo-part.ts';
import { navPublish, navQuery, navSave } from '../../common/nav.contract.ts';
import { phoneGet, phoneSave } from '../../common/phone.contract.ts';

/** The navigation of the sample company's terminals, and who is asked for a number. */
export const terminalDemo: DemoPart = {
  actions: ({ calendar }) => [
    { at: calendar.at(15, '14:20', 8), what: async (stage) => navigation(await stage.as(demoCast.chief)) },
    { at: calendar.at(16, '16:40', 8), what: async (stage) => phone(await stage.as(demoCast.chief)) },
  ],
};

/** Phones and computers get what is delivered; the phones' draft has an entry that is not published yet. */
async function navigation(actor: DemoActor): Promise<void> {
  for (const platform of [1, 2, 4] as const) {
    const { version } = await actor.call(navQuery, { platform });
    await actor.call(navPublish, { platform, version });
  }
  const { version, entries } = await actor.call(navQuery, { platform: 4 });
  const calendar = { code: 'calendar', target: 'calendar' as const, name: { zh_CN: '日历', en_US: 'Calendar', ja_JP: 'カレンダー' } };
  await actor.call(navSave, { platform: 4, version, entries: [...entries.filter((entry) => entry.code !== calendar.code), calendar] });
}

async function phone(actor: DemoActor): Promise<void> {
  const { version } = await actor.call(phoneGet, {});
  await actor.call(phoneSave, {
    version,
    mode: 'ask',
    skips: 3,
    proof: 'approval',
    regions: ['+86', '+81', '+49', '+44'],
    againMonths: 12,
  });
}

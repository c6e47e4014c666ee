import type { House } from '../../../../tests/access/house.ts';
import { fixed, type ModuleSamples } from '../../../../tests/conformance/samples.ts';
import { mailGet } from '../common/mail-config.contract.ts';
import { mailTemplateList, mailTemplateSave } from '../common/mail-template.contract.ts';

let made = 0;
const word = (): string => `mail${(made += 1)}`;

/** A mail of the product as it stands: the first by its code, or the last, so that two samples do not meet. */
const mailTemplate = async ({ boss }: House, sort: 'code' | '-code') => {
  const [row] = (await boss.call(mailTemplateList, { sort })).list;
  if (!row) throw new Error('The product sends no mail');
  return row;
};
const ownMail = async (house: House, sort: 'code' | '-code' = 'code') => {
  const { id, version } = await mailTemplate(house, sort);
  const texts = { en_US: { subject: word(), html: `<p>${word()}</p>`, text: word() } };
  return { id, version, texts };
};

/** Samples of the module mail. */
export const conformance: ModuleSamples = {
  tries: {
    'sys/mail/update': async ({ boss }) => ({ version: (await boss.call(mailGet, {})).version, fromName: word() }),
    'sys/mail/template/save': (house) => ownMail(house),
    'sys/mail/template/reset': async (house) => {
      const own = await ownMail(house, '-code');
      await house.boss.call(mailTemplateSave, own);
      return { ids: [own.id] };
    },
  },
  restores: fixed('mailConfig', 'mailTemplate'),
};

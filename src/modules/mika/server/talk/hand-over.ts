import { inEach, pick } from '#kit/common/language.ts';
import type { Services } from '#kit/server/services.ts';
import { notifyPerson } from '#modules/messaging/server/public.ts';
import { sessionPage } from '../../common/permissions.ts';
import type { TalkScene } from './talk.ts';

/** Tells those who answer that somebody waits for them. What could not be told is in the queue all the same. */
export async function notifyHandlers(services: Services, scene: TalkScene, name: string): Promise<void> {
  const { database, directory, texts, log } = services;
  for (const uid of scene.handlers) {
    const person = await directory.byUid(database.db, uid);
    const language = person?.language ?? 'zh_CN';
    const params = { name, scene: pick(inEach(scene.name), language) };
    const notice = {
      title: texts.text(language, 'mika', 'notice.handover', params),
      text: texts.text(language, 'mika', 'notice.handoverText', params),
      link: sessionPage.route ?? '',
    };
    await notifyPerson(services, uid, notice).catch((error: unknown) =>
      log.warn({ err: error }, 'A hand-over of mika could not be announced'),
    );
  }
}

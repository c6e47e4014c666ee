import { pluralOf as pluralIn } from '../../src/kit/common/crud/english.ts';
import { languages, type LocalText } from '../../src/kit/common/language.ts';

/** A wish that can't be fulfilled: its message is told to the person, without a stack. */
export class Unfit extends Error {}

/** One name in the forms that code needs. */
export interface Name {
  /** `meeting-room` */
  readonly kebab: string;
  /** `meetingRoom` */
  readonly camel: string;
  /** `MeetingRoom` */
  readonly pascal: string;
  /** `meeting_room` */
  readonly snake: string;
  /** `meeting room` */
  readonly words: string;
}

const upperFirst = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The forms of a name in kebab case; says what is wrong with another. */
export function nameOf(kebab: string, what: string): Name {
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(kebab) || kebab.length > 40)
    throw new Unfit(
      `“${kebab}” is no name of ${what}: use up to 40 English lower-case letters and digits with dashes between words, like meeting-room.`,
    );
  const parts = kebab.split('-');
  const pascal = parts.map(upperFirst).join('');
  return { kebab, pascal, camel: pascal.charAt(0).toLowerCase() + pascal.slice(1), snake: parts.join('_'), words: parts.join(' ') };
}

/** The plural of an English name: categories, switches, rooms. */
export function pluralOf(name: Name): Name {
  return nameOf(pluralIn(name.kebab), 'a list');
}

/** Reads `会议室|Meeting rooms|会議室`. */
export function titleOf(text: string | undefined, option: string): LocalText {
  const example = `--${option} "会议室|Meeting rooms|会議室"`;
  if (text === undefined) throw new Unfit(`The title in three languages is missing: add ${example} (Chinese, English, Japanese).`);
  const parts = text.split('|').map((part) => part.trim());
  if (parts.length !== languages.length || parts.some((part) => part === ''))
    throw new Unfit(`“${text}” is no title: three parts with | between them, like ${example} (Chinese, English, Japanese).`);
  const bad = parts.find((part) => part.length > 60 || /['"`\\{}<>\p{Cc}]/u.test(part));
  if (bad !== undefined)
    throw new Unfit(`“${bad}” can't stand in a title: at most 60 characters, without quotes, braces, brackets and backslashes.`);
  const [zh_CN, en_US, ja_JP] = parts as [string, string, string];
  if (/[\u3040-\u30ff\u4e00-\u9fff]/.test(en_US))
    throw new Unfit(`“${en_US}” is no English title: the order is Chinese, English, Japanese, like ${example}.`);
  return { zh_CN, en_US, ja_JP };
}

/** The title of one of them: as given, else the list's with the English name of the thing. */
export function titleOfOne(text: string | undefined, { title, entity }: { title: LocalText; entity: Name }): LocalText {
  return text === undefined ? { ...title, en_US: upperFirst(entity.words) } : titleOf(text, 'one');
}

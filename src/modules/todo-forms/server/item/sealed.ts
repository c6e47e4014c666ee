import type { FormData } from '../../common/form/evaluate.types.ts';
import type { CoreServices } from '#kit/server/services.ts';

type Sealing = Pick<CoreServices, 'secrets'>;

const objectIn = (text: string): Record<string, never> => JSON.parse(text) as Record<string, never>;

/** Data of items are sealed for their rows. */
export const sealData = ({ secrets }: Sealing, itemId: string, data: FormData): string =>
  secrets.seal(JSON.stringify(data), { table: 'todo_item', column: 'data', row: itemId });
/** The data of an item. */
export const openData = ({ secrets }: Sealing, itemId: string, sealed: string): FormData =>
  objectIn(secrets.open(sealed, { table: 'todo_item', column: 'data', row: itemId }));

/** What a person decided. */
export interface AnswerInput {
  readonly input: FormData;
  readonly comment: string;
}

/** What a person decided is sealed for its row. */
export const sealAnswer = ({ secrets }: Sealing, answerId: string, input: AnswerInput): string =>
  secrets.seal(JSON.stringify(input), { table: 'todo_answer', column: 'input', row: answerId });
/** What a person decided. */
export const openAnswer = ({ secrets }: Sealing, answerId: string, sealed: string): AnswerInput =>
  JSON.parse(secrets.open(sealed, { table: 'todo_answer', column: 'input', row: answerId })) as AnswerInput;

const draftPlace = (itemId: string, employeeId: string) => ({ table: 'todo_person', column: 'draft', row: `${itemId} ${employeeId}` });
/** What somebody entered and did not send yet is sealed for its row. */
export const sealDraft = ({ secrets }: Sealing, itemId: string, employeeId: string, input: AnswerInput): string =>
  secrets.seal(JSON.stringify(input), draftPlace(itemId, employeeId));
/** What somebody entered and did not send yet. */
export const openDraft = ({ secrets }: Sealing, itemId: string, employeeId: string, sealed: string): AnswerInput =>
  JSON.parse(secrets.open(sealed, draftPlace(itemId, employeeId))) as AnswerInput;

const callPlace = (answerId: string, n: number) => ({ table: 'todo_answer_call', column: 'answer', row: `${answerId} ${n}` });
/** What came back of a call is sealed for its row. */
export const sealCall = ({ secrets }: Sealing, answerId: string, n: number, text: string): string =>
  secrets.seal(text, callPlace(answerId, n));
/** What came back of a call. */
export const openCall = ({ secrets }: Sealing, answerId: string, n: number, sealed: string): string =>
  secrets.open(sealed, callPlace(answerId, n));

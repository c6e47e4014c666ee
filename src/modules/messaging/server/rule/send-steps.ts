import { perProduct } from '#kit/server/per-product.ts';
import { sendSteps } from '../../common/words.ts';
import type { SendStep } from './send-request.ts';

/** The steps of a product, in the order in which they are asked. */
export interface SendSteps {
  add(step: SendStep): void;
  all(): readonly SendStep[];
}

/** The steps of a running product: those of messaging, and those that other modules registered when they started. */
export const sendStepsOf = perProduct((): SendSteps => {
  const steps: SendStep[] = [];
  return {
    add: (step) => {
      steps.push(step);
      steps.sort((one, other) => sendSteps.indexOf(one.name) - sendSteps.indexOf(other.name));
    },
    all: () => steps,
  };
});

/** Looks at a text that is no message: the name of a group, its notice, a nickname. Throws its refusal, or answers the text as it is kept. */
export type TextScreen = (request: {
  readonly text: string;
  readonly place: 'groupName' | 'notice' | 'name' | 'comment';
  readonly uid: string;
}) => Promise<string>;

/** Screens for texts that are no messages; modules register theirs when they start. */
export const textScreensOf = perProduct((): { add(screen: TextScreen): void; all(): readonly TextScreen[] } => {
  const screens: TextScreen[] = [];
  return { add: (screen) => void screens.push(screen), all: () => screens };
});

/** Puts a text past every screen. */
export async function screenText(
  services: Parameters<typeof textScreensOf>[0],
  request: { text: string; place: 'groupName' | 'notice' | 'name' | 'comment'; uid: string },
): Promise<string> {
  let { text } = request;
  for (const screen of textScreensOf(services).all()) text = await screen({ ...request, text });
  return text;
}

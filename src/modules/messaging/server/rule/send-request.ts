import type { Language } from '#kit/common/language.ts';
import type { CoreServices } from '#kit/server/services.ts';
import type { MessageKind, SendStepName } from '../../common/words.ts';

/** Who sends, and from where. */
export interface Sender {
  readonly kind: 'employee' | 'robot' | 'system' | 'account';
  readonly id: string;
  readonly language: Language;
  /** Platform and address of the terminal as the server saw them; null where none is known. */
  readonly platform: number | null;
  readonly address: string | null;
  readonly deviceId: string | null;
  readonly via: 'terminal' | 'open' | 'console' | 'account';
}

/** To whom. */
export interface SendTarget {
  readonly kind: 'single' | 'group' | 'system' | 'account';
  /** Null where the chat would begin with this message. */
  readonly conversationId: string | null;
  readonly groupId: string | null;
  /** The other one of a single chat. */
  readonly peerId: string | null;
}

/** A file that a message carries. */
export interface RequestedFile {
  readonly id: string;
  readonly name: string;
  readonly contentType: string;
  readonly size: number;
}

/** What is to be sent. */
export interface RequestedMessage {
  readonly kind: MessageKind;
  readonly body: Readonly<Record<string, unknown>>;
  /** Everything of it that people read, line by line. */
  readonly text: string;
  readonly fileIds: readonly string[];
  readonly files: readonly RequestedFile[];
  readonly mentions: readonly string[];
  readonly mentionAll: boolean;
  readonly forwardOf: string | null;
}

/** What the steps are asked about. `message` is null where only "may X write to Y" is asked; `tried`: nobody sends, nothing is counted. */
export interface SendRequest {
  readonly sender: Sender;
  readonly target: SendTarget;
  readonly message: RequestedMessage | null;
  readonly tried: boolean;
  /** One of the same text to many: its own limit stands in the place of the rates. */
  readonly bulk?: boolean;
}

/** Why it is refused. */
export interface StepRefusal {
  readonly code: number;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly data?: Readonly<Record<string, unknown>>;
  /** The word under which the refusal is kept, where the step wrote it down beside something of its own. */
  readonly ref?: string;
  /** The rule that decided; it is named in the console and never at the terminal. */
  readonly rule?: { readonly id: string; readonly name: string };
}

/** What a step found: a refusal, or another form in which the message is sent. */
export interface StepFinding {
  readonly refused?: StepRefusal;
  readonly change?: { readonly body?: Readonly<Record<string, unknown>>; readonly flags?: readonly string[] };
}

/** Where a message was written. */
export interface Sent {
  readonly messageId: string;
  readonly conversationId: string;
  readonly seq: number;
  readonly sentAt: number;
  readonly state: 'normal' | 'replaced';
}

/** A step of the question; a module registers its own when it starts. */
export interface SendStep {
  readonly name: SendStepName;
  /** Undefined: nothing stands against it. */
  check(services: CoreServices, request: SendRequest): Promise<StepFinding | undefined>;
  /** Told after the commit of a message that it let through. */
  done?(services: CoreServices, request: SendRequest, sent: Sent): Promise<void>;
}

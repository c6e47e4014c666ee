import { answer } from './serve.ts';

/** So often an upload reports how far it is. */
const steps = 10;
/** Milliseconds between two reports. */
const pause = 60;

/** As much of XMLHttpRequest as uploads of the kit need: the request is answered in this page, with progress on the way. */
export class FormUpload extends EventTarget {
  readonly upload = new EventTarget();
  status = 0;
  responseText = '';
  #method = 'POST';
  #url = '';
  #stopped = false;

  open(method: string, url: string): void {
    this.#method = method;
    this.#url = url;
  }

  setRequestHeader(): void {
    // Headers say who calls; everybody may call here.
  }

  abort(): void {
    this.#stopped = true;
    this.dispatchEvent(new Event('abort'));
    this.dispatchEvent(new Event('loadend'));
  }

  send(body: FormData): void {
    void this.#run(body);
  }

  async #run(body: FormData): Promise<void> {
    for (let step = 1; step <= steps && !this.#stopped; step += 1) {
      await new Promise((resolve) => setTimeout(resolve, pause));
      this.upload.dispatchEvent(new ProgressEvent('progress', { lengthComputable: true, loaded: step, total: steps }));
    }
    if (this.#stopped) return;
    const url = new URL(this.#url, window.location.href);
    try {
      const response = await answer({ method: this.#method, path: url.pathname, query: url.searchParams, body });
      this.status = response.status;
      this.responseText = await response.text();
      this.dispatchEvent(new Event('load'));
    } catch {
      this.dispatchEvent(new Event('error'));
    }
    this.dispatchEvent(new Event('loadend'));
  }
}

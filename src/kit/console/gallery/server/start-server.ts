import { answer } from './serve.ts';
import { requestIn } from './server-request.ts';
import { FormUpload } from './form-upload.ts';

/** Takes the place of the network in this page: calls to /api are answered here, everything else goes out. */
export function startServer(): void {
  const outside = window.fetch.bind(window);
  window.fetch = async (target, init) => {
    const url = new URL(target instanceof Request ? target.url : target, window.location.href);
    if (!url.pathname.startsWith('/api/')) return outside(target, init);
    init?.signal?.throwIfAborted();
    const response = await answer(requestIn(url, init ?? undefined));
    init?.signal?.throwIfAborted();
    return response;
  };
  Reflect.set(window, 'XMLHttpRequest', FormUpload);
}

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { uploadFile, type FileView } from '../../src/kit/common/files/file.contract.ts';
import type { ClientEndpoint, ClientGiven, ClientReply } from '../../src/kit/common/client/client-endpoint.ts';
import { addressOf } from '../../src/kit/common/contract.ts';
import { app } from '../../src/modules/apps/common/app.contract.ts';
import { appVersion, versionOnline } from '../../src/modules/apps/common/version.contract.ts';
import { departmentAdd } from '../../src/modules/people/common/department.contract.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { startTestProduct, type TestProduct } from '../product.ts';
import { wireOf, type Wire } from '../sign-in/console.ts';
import { TestTerminal, type TerminalAnswer, type Twist } from '../terminal/test-terminal.ts';

/** A package of the fixtures. */
export const apk = (name: string): Buffer => readFileSync(path.join(import.meta.dirname, 'fixtures', `orbit-${name}.apk`));

/** A running product with its administrator, and what tests of apps do over and over. */
export class AppsHouse {
  readonly product: TestProduct;
  readonly wire: Wire;

  private constructor(product: TestProduct) {
    this.product = product;
    this.wire = wireOf(product);
  }

  static async open(env: Record<string, string> = {}): Promise<AppsHouse> {
    return new AppsHouse(await startTestProduct(undefined, env));
  }

  stop(): Promise<void> {
    return this.product.stop();
  }

  /** Uploads bytes as the console does, and answers the file. */
  async upload(bytes: Buffer, name: string): Promise<string> {
    const head = `--edge\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`;
    const answer = await this.product.app.inject({
      method: 'POST',
      url: `${addressOf(uploadFile)}?purpose=package`,
      headers: { accesstoken: this.product.admin.token, 'content-type': 'multipart/form-data; boundary=edge' },
      payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--edge--\r\n')]),
    });
    const { code, data, msg } = answer.json<{ code: number; msg: string; data: FileView }>();
    if (code !== 0) throw new Error(`${code} ${msg} ${answer.body}`);
    return data.fileId;
  }

  async department(name: string, parentId: string = rootDepartmentId): Promise<string> {
    return (await this.wire.call(departmentAdd, { parentId, name: { zh_CN: name, en_US: name } })).id;
  }

  /** Somebody who may sign in. */
  async person(account: string, departmentId: string = rootDepartmentId): Promise<string> {
    const id = await this.wire.employee(account, { assignments: [{ departmentId, primary: true }] });
    await this.product.setPassword(id);
    return id;
  }

  app(name: string, appKey = ''): Promise<{ id: string }> {
    return this.wire.call(app.add, { name: { zh_CN: name, en_US: name }, ownerDeptId: rootDepartmentId, appKey });
  }

  /** A version of an app from a fixture, with notes; put on shelf where it is said. */
  async version(appId: string, name: string, online = true): Promise<string> {
    const fileId = await this.upload(apk(name), `orbit-${name}.apk`);
    const { id } = await this.wire.call(appVersion.add, { appId, fileId, notes: { zh_CN: '修复', en_US: 'Fixes' } });
    if (online) await this.wire.call(versionOnline, { ids: [id] });
    return id;
  }

  /** A terminal of an app, not signed in. */
  terminal(appKey: string, buildNo: string, platform = 2): OfApp {
    return new OfApp(this.product.app, platform, { appkey: appKey, buildno: buildNo });
  }
}

/** A terminal that says of which app and build it is. */
export class OfApp extends TestTerminal {
  said: Record<string, string>;

  constructor(product: TestProduct['app'], platform: number, said: Record<string, string>) {
    super(product, platform);
    this.said = said;
  }

  override ask<E extends ClientEndpoint>(operation: E, input: ClientGiven<E>, twist: Twist = {}): Promise<TerminalAnswer<ClientReply<E>>> {
    const own = operation.session === null && operation.known && this.accessToken !== null ? { token: this.accessToken } : {};
    return super.ask(operation, input, { ...own, ...twist, headers: { ...this.said, ...twist.headers } });
  }
}

import type { JsonAnswer, JsonCall } from './json-server.ts';

/** Somebody as a vendor's directory has them. */
interface VendorPerson {
  id: string;
  name: string;
  departments: number[];
  mobile?: string;
  leader?: string;
}

/** A company in a vendor's directory; 1 is the company itself. */
interface VendorCompany {
  departments: { id: number; name: string; parent: number }[];
  people: VendorPerson[];
  /** Tokens that are given out; the last one is valid. */
  tokens: number;
  /** The token ends after so many more calls. */
  endsAfter: number;
  /** How many calls are refused for coming too often. */
  tooOften: number;
  /** Lists of people are not allowed. */
  idsAlone?: boolean;
  /** Departments are not given all at once. */
  isLarge?: boolean;
}

/** A small company. */
export const vendorCompany = (): VendorCompany => ({
  departments: [
    { id: 2, name: '研发部', parent: 1 },
    { id: 3, name: '平台组', parent: 2 },
    { id: 4, name: '销售部', parent: 1 },
  ],
  people: [
    { id: 'zhangsan', name: '张三', departments: [3, 2], mobile: '13800000001', leader: 'wangwu' },
    { id: 'lisi', name: '李四', departments: [4], mobile: '13800000002' },
    { id: 'wangwu', name: '王五', departments: [1], mobile: '+85291234567' },
  ],
  tokens: 0,
  endsAfter: Number.MAX_SAFE_INTEGER,
  tooOften: 0,
});

interface Codes {
  expired: object;
  tooOften: object;
  invalidSecret: object;
}

/** The token, its end, and calls that come too often: the same with all three. */
function gate(company: VendorCompany, given: string | undefined, codes: Codes): object | undefined {
  if (given !== `token-${company.tokens}` || company.endsAfter-- <= 0) return codes.expired;
  return company.tooOften-- > 0 ? codes.tooOften : undefined;
}

function giveToken(company: VendorCompany): string {
  company.tokens += 1;
  company.endsAfter = company.tokens === 1 ? company.endsAfter : Number.MAX_SAFE_INTEGER;
  return `token-${company.tokens}`;
}

const children = ({ departments }: VendorCompany, of: number) => departments.filter(({ parent }) => parent === of);
const peopleIn = ({ people }: VendorCompany, of: number) => people.filter(({ departments }) => departments.includes(of));

/** WeCom as developer.work.weixin.qq.com describes it. */
export function wecomAnswers(company: VendorCompany): (call: JsonCall) => JsonAnswer {
  const fail = (errcode: number, errmsg: string) => ({ errcode, errmsg: `${errmsg}, hint: [1], from ip: 127.0.0.1` });
  const codes = {
    expired: fail(42001, 'access_token expired'),
    tooOften: fail(45009, 'api freq out of limit'),
    invalidSecret: fail(40001, 'invalid credential'),
  };
  const good = (body: object) => ({ errcode: 0, errmsg: 'ok', ...body });
  const userOf = ({ id, name, departments, mobile, leader }: VendorPerson) => ({
    userid: id,
    name,
    department: departments,
    order: departments.map(() => 0),
    main_department: departments[0],
    is_leader_in_dept: departments.map(() => 0),
    direct_leader: leader ? [leader] : [],
    position: '工程师',
    mobile,
    gender: '1',
    email: `${id}@example.com`,
    status: 1,
    extattr: { attrs: [{ type: 0, name: '工牌', text: { value: `B-${id}` } }] },
  });
  const departmentOf = ({ id, name, parent }: VendorCompany['departments'][number]) => ({
    id,
    name,
    name_en: '',
    parentid: parent,
    order: 100_000_000 - id,
    department_leader: [],
  });
  return (call) => {
    const { path, query, body } = call;
    if (path === '/cgi-bin/gettoken') {
      const isRight = query.get('corpid') === 'wwcorp' && query.get('corpsecret') === 'right';
      return { body: isRight ? good({ access_token: giveToken(company), expires_in: 7200 }) : codes.invalidSecret };
    }
    const stopped = gate(company, query.get('access_token') ?? undefined, codes);
    if (stopped) return { body: stopped };
    if (path === '/cgi-bin/department/list')
      return { body: good({ department: [{ id: 1, name: '示例公司', parentid: 0, order: 1 }, ...company.departments.map(departmentOf)] }) };
    if (path === '/cgi-bin/department/get') {
      const found = company.departments.find(({ id }) => String(id) === query.get('id'));
      return { body: found ? good({ department: departmentOf(found) }) : fail(60123, 'invalid party id') };
    }
    if (path === '/cgi-bin/user/list')
      return {
        body: company.idsAlone
          ? { ...fail(48002, 'api forbidden'), userlist: [] }
          : good({ userlist: peopleIn(company, Number(query.get('department_id'))).map(userOf) }),
      };
    if (path === '/cgi-bin/user/list_id') {
      const pairs = company.people.flatMap(({ id, departments }) => departments.map((department) => ({ userid: id, department })));
      const from = Number(body['cursor'] ?? 0);
      const next = from + 2 < pairs.length ? String(from + 2) : '';
      return { body: good({ next_cursor: next, dept_user: pairs.slice(from, from + 2) }) };
    }
    const found = company.people.find(({ id }) => id === query.get('userid'));
    return { body: found ? good(userOf(found)) : fail(60111, 'userid not found') };
  };
}

/** DingTalk as open.dingtalk.com describes it. */
export function dingtalkAnswers(company: VendorCompany): (call: JsonCall) => JsonAnswer {
  const codes = {
    expired: { errcode: 88, sub_code: '40014', sub_msg: '不合法的access_token', errmsg: 'ding talk error', request_id: 'r' },
    tooOften: { errcode: 88, sub_code: '90018', sub_msg: '请求被暂时禁用了', errmsg: 'ding talk error', request_id: 'r' },
    invalidSecret: { errcode: 40089, errmsg: '不合法的corpid或corpsecret' },
  };
  const good = (result: unknown) => ({ errcode: 0, errmsg: 'ok', result, request_id: 'r' });
  const userOf = ({ id, name, departments, mobile }: VendorPerson) => ({
    userid: id,
    name,
    mobile: mobile?.replace(/^\+852/, ''),
    state_code: mobile?.startsWith('+852') ? '852' : '86',
    dept_id_list: departments,
    dept_order: 1,
    job_number: `N-${id}`,
    title: '工程师',
    hired_date: Date.UTC(2024, 2, 31, 16),
    extension: JSON.stringify({ 爱好: '旅游' }),
    active: true,
    leader: false,
  });
  const departmentOf = ({ id, name, parent }: VendorCompany['departments'][number]) => ({ dept_id: id, name, parent_id: parent });
  return (call) => {
    const { path, query, body } = call;
    if (path === '/gettoken') {
      const isRight = query.get('appkey') === 'dingapp' && query.get('appsecret') === 'right';
      return { body: isRight ? { errcode: 0, access_token: giveToken(company), errmsg: 'ok', expires_in: 7200 } : codes.invalidSecret };
    }
    const stopped = gate(company, query.get('access_token') ?? undefined, codes);
    if (stopped) return { body: stopped };
    if (path === '/topapi/v2/department/listsub') return { body: good(children(company, Number(body['dept_id'])).map(departmentOf)) };
    if (path === '/topapi/v2/department/get') {
      const found = company.departments.find(({ id }) => id === body['dept_id']);
      if (!found) return { body: { errcode: 60003, errmsg: '部门不存在' } };
      return { body: good({ ...departmentOf(found), order: found.id, dept_manager_userid_list: ['wangwu'] }) };
    }
    if (path === '/topapi/v2/user/list') {
      const all = peopleIn(company, Number(body['dept_id'])).map(userOf);
      const from = Number(body['cursor']);
      const isMore = from + 1 < all.length;
      return { body: good({ has_more: isMore, ...(isMore && { next_cursor: from + 1 }), list: all.slice(from, from + 1) }) };
    }
    const found = company.people.find(({ id }) => id === body['userid']);
    return {
      body: found ? good({ ...userOf(found), manager_userid: found.leader ?? '' }) : { errcode: 60121, errmsg: '找不到该用户' },
    };
  };
}

/** Feishu as open.feishu.cn describes it; 0 is the company there. */
export function feishuAnswers(company: VendorCompany): (call: JsonCall) => JsonAnswer {
  const codes = {
    expired: { code: 99_991_663, msg: 'Invalid access token for authorization.' },
    tooOften: { code: 99_991_400, msg: 'request trigger frequency limit' },
    invalidSecret: { code: 10_014, msg: 'app secret invalid' },
  };
  const good = (data: object) => ({ code: 0, msg: 'success', data });
  const nameOf = (id: number) => (id === 1 ? '0' : `od-${id}`);
  const userOf = ({ id, name, departments, mobile, leader }: VendorPerson) => ({
    open_id: `ou_${id}`,
    user_id: id,
    name,
    en_name: '',
    mobile: mobile?.replace(/^1/, '+861'),
    gender: 2,
    department_ids: departments.map(nameOf),
    orders: departments.map((one, at) => ({ department_id: nameOf(one), is_primary_dept: at === departments.length - 1 })),
    leader_user_id: leader ? `ou_${leader}` : '',
    join_time: Date.UTC(2024, 2, 31, 16) / 1000,
    employee_no: `N-${id}`,
    status: { is_frozen: false, is_resigned: false, is_activated: true, is_exited: false, is_unjoin: false },
    custom_attrs: [{ type: 'TEXT', id: 'C-1', value: { text: '旅游' } }],
  });
  const departmentOf = ({ id, name, parent }: VendorCompany['departments'][number]) => ({
    name,
    i18n_name: { zh_cn: name, en_us: `Department ${id}`, ja_jp: '' },
    open_department_id: nameOf(id),
    parent_department_id: nameOf(parent),
    leader_user_id: 'ou_wangwu',
    order: String(id),
    status: { is_deleted: false },
  });
  const paged = (all: readonly object[], query: URLSearchParams, size: number) => {
    const from = Number(query.get('page_token')?.slice(1) ?? 0);
    const isMore = from + size < all.length;
    return good({
      has_more: isMore,
      ...(isMore && { page_token: `p${from + size}` }),
      ...(all.length > 0 && { items: all.slice(from, from + size) }),
    });
  };
  return (call) => {
    const { path, query, body } = call;
    if (path === '/open-apis/auth/v3/tenant_access_token/internal') {
      const isRight = body['app_id'] === 'cli_app' && body['app_secret'] === 'right';
      return { body: isRight ? { code: 0, msg: 'ok', tenant_access_token: giveToken(company), expire: 7140 } : codes.invalidSecret };
    }
    const stopped = gate(company, call.headers.authorization?.replace(/^Bearer /, ''), codes);
    if (stopped) return { status: 400, body: stopped };
    const [, above] = /^\/open-apis\/contact\/v3\/departments\/([^/]+)\/children$/.exec(path) ?? [];
    if (above !== undefined) {
      const isWhole = query.get('fetch_child') === 'true';
      if (isWhole && company.isLarge) return { status: 400, body: { code: 43_010, msg: 'big dept forbid recursion error' } };
      const found = company.departments.filter(({ parent }) => isWhole || nameOf(parent) === above);
      return { body: paged(found.map(departmentOf), query, 2) };
    }
    if (path === '/open-apis/contact/v3/users/find_by_department') {
      const all = company.people.filter(({ departments }) => departments.some((id) => nameOf(id) === query.get('department_id')));
      return { body: paged(all.map(userOf), query, 1) };
    }
    const id = path.split('/').at(-1);
    const found = company.people.find((one) => `ou_${one.id}` === id);
    if (path.startsWith('/open-apis/contact/v3/users/'))
      return found ? { body: good({ user: userOf(found) }) } : { status: 400, body: { code: 41_012, msg: 'user id invalid error' } };
    const department = company.departments.find((one) => nameOf(one.id) === id);
    return department
      ? { body: good({ department: departmentOf(department) }) }
      : { status: 400, body: { code: 40_015, msg: 'department not exist' } };
  };
}

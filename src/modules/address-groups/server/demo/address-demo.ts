import { demoCast } from '#kit/server/demo/demo-cast.ts';
import type { DemoPart } from '#kit/server/demo/demo-part.ts';
import { ipDetail } from '../../common/ip-detail.contract.ts';
import { ipGroup } from '../../common/ip-group.contract.ts';

const groups = [
  { name: '上海办公网', code: 'sh-office', kind: 'office', internal: true, rows: [['10.8.0.0/16', '总部与研发']] },
  { name: '東京オフィス', code: 'tokyo-office', kind: 'office', internal: true, rows: [['10.81.0.0/16', '丸の内']] },
  { name: 'Büros Deutschland', code: 'de-office', kind: 'office', internal: true, rows: [['10.49.0.0/16', 'München, Werk']] },
  { name: 'VPN', code: 'vpn', kind: 'vpn', internal: true, rows: [['10.250.0.0/16', '移动办公']] },
  { name: '禁止登录的地址', code: 'blocked', kind: 'blocked', internal: false, rows: [['203.0.113.66', '多次撞库']] },
] as const;

/** Where the sample company's people sit. */
export const addressDemo: DemoPart = {
  actions: ({ calendar }) => [
    {
      at: calendar.at(9, '10:05', 8),
      what: async (stage) => {
        const chief = await stage.as(demoCast.chief);
        for (const { rows, ...group } of groups) {
          const { id: groupId } = await chief.call(ipGroup.add, group);
          for (const [value, remark] of rows)
            await chief.call(ipDetail.add, { groupId, value, kind: value.includes('/') ? 'cidr' : 'single', remark });
        }
      },
    },
  ],
};

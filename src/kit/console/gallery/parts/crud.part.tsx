import type { ReactElement } from 'react';
import { fieldsOf } from '../../form/fields-of.tsx';
import { CrudPage } from '../../crud/crud-page.tsx';
import { EnumFilter, SearchFilter } from '../../page/filters.tsx';
import { galleryPage } from '../gallery-permissions.ts';
import { roomAdd, roomDelete, roomDisable, roomDraft, roomEnable, roomExport, roomGet, roomList, roomUpdate } from '../room.contract.ts';
import { roomColumns } from '../room-columns.ts';
import { roomSubject } from '../room-subject.ts';

const F = fieldsOf(roomDraft);

/** A whole page of rooms: list, form, drawer, actions. */
export default function CrudPart(): ReactElement {
  return (
    <CrudPage
      page={galleryPage}
      subject={roomSubject}
      endpoints={{
        list: roomList,
        get: roomGet,
        add: roomAdd,
        update: roomUpdate,
        remove: roomDelete,
        enable: roomEnable,
        disable: roomDisable,
        export: roomExport,
      }}
      columns={roomColumns}
      search="text"
      filters={(list) => (
        <>
          <SearchFilter list={list} name="text" />
          <EnumFilter list={list} name="state" />
        </>
      )}
      form={
        <>
          <F.name />
          <F.code />
          <F.names as="local" />
          <F.seats />
          <F.state as="radio" />
          <F.note />
        </>
      }
    />
  );
}

import { expect, test } from 'vitest';
import { CallFailure } from '../run/failure.ts';
import { parseMetadata } from './odata-metadata.ts';

const v2 = `<?xml version="1.0"?><edmx:Edmx xmlns:edmx="http://schemas.microsoft.com/ado/2007/06/edmx"><edmx:DataServices>
  <Schema Namespace='SALES' xmlns="http://schemas.microsoft.com/ado/2008/09/edm">
    <EntityType Name="Base"><Key><PropertyRef Name="Client"/></Key><Property Name="Client" Type="Edm.String"/></EntityType>
    <EntityType Name="Order" BaseType="SALES.Base"><Key><PropertyRef Name="No"/></Key>
      <!-- <Property Name="Hidden" Type="Edm.String"/> -->
      <Property Type="Edm.String" Nullable="false" Name="No" sap:label="A &amp; B &gt; C"/><Property Name="Total" Type="Edm.Decimal"/></EntityType>
    <EntityContainer Name="C"><EntitySet EntityType="SALES.Order" Name="Orders"/></EntityContainer>
  </Schema></edmx:DataServices></edmx:Edmx>`;

test('entity sets have the fields and keys of their type and of what it extends, whatever the order of attributes', () => {
  expect(parseMetadata(v2)).toEqual([
    {
      name: 'Orders',
      detail: 'SALES.Order',
      keys: [
        { name: 'Client', type: 'Edm.String' },
        { name: 'No', type: 'Edm.String' },
      ],
      fields: [
        { name: 'Client', type: 'Edm.String' },
        { name: 'No', type: 'Edm.String' },
        { name: 'Total', type: 'Edm.Decimal' },
      ],
    },
  ]);
});

test('a document type is refused, and so is what has no entity sets', () => {
  for (const text of [`<!DOCTYPE x [<!ENTITY a "b">]>${v2}`, '<html>login</html>', ''])
    expect(() => parseMetadata(text)).toThrow(CallFailure);
});

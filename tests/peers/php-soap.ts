import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.ts';

/** Why PHP's SoapServer can't be started here; undefined when it can. */
export function whyNoPhpSoap(): string | undefined {
  return existsSync('/usr/bin/php') && existsSync('/usr/share/php8.2-soap') ? undefined : 'php-cli and php-soap are not installed';
}

const wsdl = (port: number, version: '1.1' | '1.2'): string => `<?xml version="1.0" encoding="UTF-8"?>
<definitions name="Stock" targetNamespace="urn:stock" xmlns:tns="urn:stock" xmlns:xsd="http://www.w3.org/2001/XMLSchema"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap${version === '1.2' ? '12' : ''}/" xmlns="http://schemas.xmlsoap.org/wsdl/">
  <types><xsd:schema targetNamespace="urn:stock" elementFormDefault="qualified">
    <xsd:element name="Find"><xsd:complexType><xsd:sequence><xsd:element name="text" type="xsd:string"/></xsd:sequence></xsd:complexType></xsd:element>
    <xsd:element name="FindResponse"><xsd:complexType><xsd:sequence><xsd:element name="item" minOccurs="0" maxOccurs="unbounded"><xsd:complexType><xsd:sequence>
      <xsd:element name="no" type="xsd:string"/><xsd:element name="count" type="xsd:int"/></xsd:sequence></xsd:complexType></xsd:element></xsd:sequence></xsd:complexType></xsd:element>
    <xsd:element name="Book"><xsd:complexType><xsd:sequence><xsd:element name="no" type="xsd:string"/><xsd:element name="count" type="xsd:int"/></xsd:sequence></xsd:complexType></xsd:element>
    <xsd:element name="BookResponse"><xsd:complexType><xsd:sequence><xsd:element name="left" type="xsd:int"/></xsd:sequence></xsd:complexType></xsd:element>
  </xsd:schema></types>
  <message name="FindIn"><part name="parameters" element="tns:Find"/></message><message name="FindOut"><part name="parameters" element="tns:FindResponse"/></message>
  <message name="BookIn"><part name="parameters" element="tns:Book"/></message><message name="BookOut"><part name="parameters" element="tns:BookResponse"/></message>
  <portType name="StockPort">
    <operation name="Find"><input message="tns:FindIn"/><output message="tns:FindOut"/></operation>
    <operation name="Book"><input message="tns:BookIn"/><output message="tns:BookOut"/></operation>
  </portType>
  <binding name="StockBinding" type="tns:StockPort"><soap:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Find"><soap:operation soapAction="urn:stock#Find"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>
    <operation name="Book"><soap:operation soapAction="urn:stock#Book"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>
  </binding>
  <service name="Stock"><port name="StockPort" binding="tns:StockBinding"><soap:address location="http://127.0.0.1:${port}/service${version === '1.2' ? '12' : ''}"/></port></service>
</definitions>`;

const router = `<?php
$twelve = str_contains($_SERVER['REQUEST_URI'], '12');
$file = __DIR__ . ($twelve ? '/stock12.wsdl' : '/stock.wsdl');
if (str_contains($_SERVER['REQUEST_URI'], '.wsdl')) { header('Content-Type: text/xml'); readfile($file); return true; }
ini_set('soap.wsdl_cache_enabled', '0');
class Stock {
  function Find($in) { return ['item' => $in->text === 'one' ? [['no' => 'A1', 'count' => 3]] : [['no' => 'A1', 'count' => 3], ['no' => 'B<2', 'count' => 4]]]; }
  function Book($in) { if ($in->count > 3) throw new SoapFault('Client', 'Only 3 of ' . $in->no); return ['left' => 3 - $in->count]; }
}
$server = new SoapServer($file, ['soap_version' => $twelve ? SOAP_1_2 : SOAP_1_1]);
$server->setClass('Stock');
$server->handle();
return true;
`;

/** A SOAP service of another implementation, in versions 1.1 (`/stock.wsdl`) and 1.2 (`/stock12.wsdl`). */
export async function startPhpSoap(): Promise<{ port: number; stop(): Promise<void> }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'wheelhouse-soap-'));
  const port = await freePort();
  writeFileSync(path.join(folder, 'stock.wsdl'), wsdl(port, '1.1'));
  writeFileSync(path.join(folder, 'stock12.wsdl'), wsdl(port, '1.2'));
  writeFileSync(path.join(folder, 'router.php'), router);
  const child = spawn('/usr/bin/php', ['-S', `127.0.0.1:${port}`, path.join(folder, 'router.php')], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  for (let left = 100; ; left -= 1) {
    if (
      await fetch(`http://127.0.0.1:${port}/stock.wsdl`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      break;
    if (left === 0) throw new Error('PHP did not start');
    await sleep(50);
  }
  return {
    port,
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

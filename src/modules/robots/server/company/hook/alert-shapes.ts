import { plainContent, UnknownShape, type RobotContent } from '../content.ts';
import { at, lines, linkOf, listIn, objectIn, textIn } from './read-json.ts';

/** Alerts of monitoring products, as their webhooks send them. */

const mostShown = 20;

const pairs = (value: unknown, without: readonly string[] = []): string =>
  Object.entries(objectIn(value) ?? {})
    .filter(([name, one]) => !without.includes(name) && textIn(one) !== '')
    .slice(0, 20)
    .map(([name, one]) => `${name}=${textIn(one)}`)
    .join(', ');

const moment = (value: unknown): string => {
  const at0 = Date.parse(textIn(value));
  // A moment of the year 1 stands for "not yet".
  return Number.isNaN(at0) || at0 < 86_400_000 ? '' : new Date(at0).toISOString().slice(0, 16).replace('T', ' ');
};

function alertOf(alert: unknown): string {
  const [labels, annotations] = [at(alert, 'labels'), at(alert, 'annotations')];
  const name = textIn(at(labels, 'alertname')) || textIn(at(alert, 'name'));
  const mark = textIn(at(alert, 'status')) === 'resolved' ? '✅' : '🔥';
  const source = textIn(at(alert, 'generatorURL')) || textIn(at(alert, 'panelURL'));
  const since = moment(at(alert, 'startsAt'));
  return lines(
    `${mark} ${source === '' ? name : linkOf(name, source)}${since === '' ? '' : ` · ${since}`}`,
    textIn(at(annotations, 'summary')) || textIn(at(annotations, 'message')),
    textIn(at(annotations, 'description')),
    pairs(labels, ['alertname']),
    textIn(at(alert, 'valueString')),
  );
}

function alertsOf(body: unknown): string[] {
  const all = listIn(at(body, 'alerts'), 1_000);
  const shown = all.slice(0, mostShown).map(alertOf);
  return all.length > shown.length ? [...shown, `… +${all.length - shown.length}`] : shown;
}

const counted = (body: unknown): string => {
  const all = listIn(at(body, 'alerts'), 1_000);
  const firing = all.filter((one) => textIn(at(one, 'status')) !== 'resolved').length;
  return firing > 0 ? `FIRING:${firing}` : 'RESOLVED';
};

/** A notification of Prometheus Alertmanager (version 4 of its webhook). */
export function alertmanager(body: unknown): RobotContent {
  const alerts = alertsOf(body);
  if (alerts.length === 0) throw new UnknownShape('alerts is empty');
  const common = textIn(at(at(body, 'commonLabels'), 'alertname'));
  const group = common === '' ? pairs(at(body, 'groupLabels')) : common;
  const text = [`**[${counted(body)}] ${group}**`.replace(' **', '**'), ...alerts].join('\n\n');
  return { ...plainContent(text, 'markdown'), shape: 'alertmanager' };
}

/** A notification of Grafana: of its unified alerting, or of the alerts before. */
export function grafana(body: unknown): RobotContent {
  const alerts = alertsOf(body);
  const title = textIn(at(body, 'title')) || textIn(at(body, 'ruleName'));
  const url = textIn(at(body, 'ruleUrl')) || textIn(at(body, 'externalURL'));
  const values = listIn(at(body, 'evalMatches'), mostShown).map((one) => `${textIn(at(one, 'metric'))}: ${textIn(at(one, 'value'))}`);
  const head = `**${title.replaceAll('*', '')}**`;
  // What Grafana says of alerts in words repeats the list: one of them is enough.
  const body0 = alerts.length > 0 ? alerts : [textIn(at(body, 'message')), ...values];
  const text = [head, ...body0, url === '' ? '' : linkOf(url, url)].filter((one) => one !== '').join('\n\n');
  if (title === '' && alerts.length === 0) throw new UnknownShape('title is missing');
  return { ...plainContent(text, 'markdown'), shape: 'grafana' };
}

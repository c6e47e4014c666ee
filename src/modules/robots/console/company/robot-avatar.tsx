import {
  BarChartOutlined,
  BellOutlined,
  CalendarOutlined,
  FormOutlined,
  QuestionCircleOutlined,
  RobotOutlined,
  SafetyOutlined,
  ToolOutlined,
} from '@ant-design/icons';
import type { ReactElement } from 'react';
import type { RobotRow } from '../../common/company/robot.contract.ts';

const pictures: Readonly<Record<RobotRow['avatar'], ReactElement>> = {
  robot: <RobotOutlined aria-hidden="true" />,
  bell: <BellOutlined aria-hidden="true" />,
  calendar: <CalendarOutlined aria-hidden="true" />,
  chart: <BarChartOutlined aria-hidden="true" />,
  form: <FormOutlined aria-hidden="true" />,
  shield: <SafetyOutlined aria-hidden="true" />,
  question: <QuestionCircleOutlined aria-hidden="true" />,
  tools: <ToolOutlined aria-hidden="true" />,
};

/** The picture of a robot. */
export const RobotAvatar = ({ avatar }: Pick<RobotRow, 'avatar'>): ReactElement => <span className="rb-avatar">{pictures[avatar]}</span>;

import type { ReactElement } from 'react';
import {
  Alert20Regular,
  Box20Regular,
  Chat20Regular,
  Fire20Regular,
  Food20Regular,
  Person20Regular,
  Receipt20Regular,
  VehicleBicycle20Regular,
} from '@fluentui/react-icons';
import type { Described } from '../../ui/described.ts';
import css from './unsent.module.css';

const icons: Record<Described['icon'], ReactElement> = {
  order: <Receipt20Regular />,
  delivery: <VehicleBicycle20Regular />,
  kitchen: <Fire20Regular />,
  menu: <Food20Regular />,
  bell: <Alert20Regular />,
  chat: <Chat20Regular />,
  person: <Person20Regular />,
  stock: <Box20Regular />,
};

export function ChangeIcon({ icon }: { icon: Described['icon'] }) {
  return (
    <span className={`g-center g-box-32 g-soft g-surface-3 g-round-8 ${css.icon}`} aria-hidden="true">
      {icons[icon]}
    </span>
  );
}

import { ActionIcon, Button, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';

/** Light or dark: the system's choice at first, then the one made here, which the browser remembers. */
function useToggle() {
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const other = scheme === 'dark' ? 'light' : 'dark';
  return {
    label: other === 'dark' ? 'Dark mode' : 'Light mode',
    Icon: other === 'dark' ? IconMoon : IconSun,
    toggle: () => setColorScheme(other),
  };
}

/** The toggle as an icon, for the header. */
export function ColorSchemeIcon() {
  const { label, Icon, toggle } = useToggle();
  return (
    <ActionIcon variant="subtle" size={44} aria-label={label} title={label} onClick={toggle}>
      <Icon size={22} />
    </ActionIcon>
  );
}

/** The toggle with its name, for the menu. */
export function ColorSchemeButton() {
  const { label, Icon, toggle } = useToggle();
  return (
    <Button variant="default" leftSection={<Icon size={20} />} onClick={toggle}>
      {label}
    </Button>
  );
}

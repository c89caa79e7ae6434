import {
  ActionIcon,
  Button,
  type CSSVariablesResolver,
  createTheme,
  Input,
  type MantineColorsTuple,
  Modal,
  SegmentedControl,
} from '@mantine/core';

const seal: MantineColorsTuple = [
  '#eaf5f1',
  '#d3e9e1',
  '#a6d3c4',
  '#75bba4',
  '#4aa587',
  '#2c8f72',
  '#1d7a60',
  '#146a54',
  '#0f5c4a',
  '#0a4538',
];

/** The library's greys for the dark theme, in the hue of the background, lightest first. */
const dark: MantineColorsTuple = [
  '#e8eeea',
  '#c5cfc9',
  '#a3b0a9',
  '#6c7a72',
  '#3d4842',
  '#35403a',
  '#1b211e',
  '#161b18',
  '#121614',
  '#0f1311',
];

/** The height of every button and field, large enough for a finger. */
const touch = '3rem';

export const theme = createTheme({
  primaryColor: 'seal',
  primaryShade: { light: 8, dark: 6 },
  colors: { seal, dark },
  fontFamily: "'IBM Plex Sans', 'IBM Plex Sans Arabic', sans-serif",
  fontFamilyMonospace: "ui-monospace, 'Cascadia Mono', Consolas, 'DejaVu Sans Mono', monospace",
  fontSizes: { xs: '1rem', sm: '1rem', md: '1rem', lg: '1.125rem', xl: '1.375rem' },
  defaultRadius: '0.375rem',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: Button.extend({
      defaultProps: { size: 'md' },
      vars: (_, props) =>
        props.size === 'xl'
          ? { root: { '--button-height': '4.5rem', '--button-fz': '1.375rem' } }
          : { root: { '--button-height': touch, '--button-fz': '1rem' } },
    }),
    ActionIcon: ActionIcon.extend({
      defaultProps: { variant: 'subtle', color: 'gray' },
      vars: () => ({ root: { '--ai-size': touch } }),
    }),
    SegmentedControl: SegmentedControl.extend({
      vars: () => ({ root: { '--sc-padding': '0.5625rem 0.75rem', '--sc-font-size': '1rem' } }),
    }),
    // A dialog that slides in would move its buttons under the finger.
    Modal: Modal.extend({ defaultProps: { transitionProps: { transition: 'fade', duration: 200 } } }),
    Input: Input.extend({
      // Removes the margins that appear with a message, so that a message moves nothing.
      vars: () => ({
        wrapper: {
          '--input-height': touch,
          '--input-fz': '1rem',
          '--input-margin-top': '0',
          '--input-margin-bottom': '0',
        },
      }),
    }),
  },
});

/**
 * The colours by purpose, for both themes. Text on its background keeps a contrast of 4.5:1 or more. Amber and red are
 * only for things that need attention; `training` and `simulation` mark the environments that are not real.
 */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--ground': '#ffffff',
    '--ground-low': '#f5f7f5',
    '--ground-press': '#e9eeeb',
    '--ink': '#16201b',
    '--ink-soft': '#55625b',
    '--line': '#dfe5e1',
    '--line-strong': '#8b9991',
    '--seal': '#0f5c4a',
    '--seal-ground': '#eaf5f1',
    '--amber': '#8a5300',
    '--amber-ground': '#fff5e0',
    '--red': '#b3261e',
    '--red-ground': '#fdeeec',
    '--training': '#1d4f8c',
    '--simulation': '#6a3a8f',
    '--environment-ink': '#ffffff',
    '--mantine-color-body': 'var(--ground)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--ink-soft)',
    '--mantine-color-error': 'var(--red)',
    '--mantine-color-default-border': 'var(--line-strong)',
    '--mantine-color-placeholder': '#6b776f',
  },
  dark: {
    '--ground': '#0f1311',
    '--ground-low': '#161b18',
    '--ground-press': '#222925',
    '--ink': '#e8eeea',
    '--ink-soft': '#a3b0a9',
    '--line': '#2a322e',
    '--line-strong': '#6c7a72',
    '--seal': '#63c2a5',
    '--seal-ground': '#122720',
    '--amber': '#f0b653',
    '--amber-ground': '#2a2111',
    '--red': '#ff8d82',
    '--red-ground': '#2f1714',
    '--training': '#9cc4f5',
    '--simulation': '#d3b0f0',
    '--environment-ink': '#16201b',
    '--mantine-color-body': 'var(--ground)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--ink-soft)',
    '--mantine-color-red-filled': '#c92a2a',
    '--mantine-color-red-filled-hover': '#b02525',
    '--mantine-color-error': 'var(--red)',
    '--mantine-color-default': 'var(--ground-low)',
    '--mantine-color-default-hover': 'var(--ground-press)',
    '--mantine-color-default-border': 'var(--line-strong)',
    '--mantine-color-placeholder': '#8d9a93',
  },
});

import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type VariantColorsResolver,
} from '@mantine/core';

// Filled components take their colors by meaning, so that both schemes keep their contrast.
const fills: Record<string, { background: string; hover: string; color: string }> = {
  evergreen: {
    background: 'var(--evergreen)',
    hover: 'var(--evergreen-hover)',
    color: 'var(--on-evergreen)',
  },
  marigold: {
    background: 'var(--marigold)',
    hover: 'var(--marigold-hover)',
    color: 'var(--on-marigold)',
  },
  clay: { background: 'var(--clay)', hover: 'var(--clay-hover)', color: 'var(--on-clay)' },
};

const variantColorResolver: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  const name = input.color ?? input.theme.primaryColor;
  const fill = fills[name];
  if (fill === undefined) return colors;
  if (input.variant === 'filled') return { ...colors, ...fill, border: '1px solid transparent' };
  if (input.variant === 'outline') {
    return {
      ...colors,
      color: fill.background,
      border: `1px solid ${fill.background}`,
      hover: 'var(--paper-sunk)',
    };
  }
  return colors;
};

/**
 * The colors in Mantine's format, in ten steps; theme/tokens.css holds the same colors by meaning. Evergreen is the
 * main color, marigold marks the most important action on a page, and clay means danger.
 */
export const theme = createTheme({
  primaryColor: 'evergreen',
  primaryShade: { light: 8, dark: 3 },
  variantColorResolver,
  black: '#1d2822',
  white: '#fffdf8',
  colors: {
    evergreen: [
      '#eef5f0',
      '#dbe9e0',
      '#b5d2c1',
      '#93c6a9',
      '#67a283',
      '#4b8a6a',
      '#367255',
      '#265c44',
      '#1f4d3a',
      '#163a2c',
    ],
    marigold: [
      '#fff7e5',
      '#feecc4',
      '#fddb91',
      '#fbc95c',
      '#f7b733',
      '#f2a71b',
      '#d88f0d',
      '#a96d08',
      '#7f5206',
      '#5c3b05',
    ],
    clay: [
      '#fdf1ee',
      '#f9dcd5',
      '#f0b5a8',
      '#ee9d8c',
      '#dc6d57',
      '#c9543d',
      '#a83a29',
      '#8f3022',
      '#75281c',
      '#571d14',
    ],
    gray: [
      '#faf6ee',
      '#f3ede0',
      '#e9e1d0',
      '#dcd2bd',
      '#cbbfa7',
      '#a89d88',
      '#7f7664',
      '#625a4c',
      '#474137',
      '#2d2922',
    ],
    dark: [
      '#ede7da',
      '#c9cdc3',
      '#a3afa7',
      '#7f8c84',
      '#45544b',
      '#2f3b34',
      '#232d27',
      '#161d19',
      '#101512',
      '#0b0f0d',
    ],
  },
  fontFamily: "'Figtree Variable', 'Figtree Fallback', system-ui, sans-serif",
  headings: {
    fontFamily: "Fraunces, 'Fraunces Fallback', Georgia, serif",
    fontWeight: '600',
  },
  defaultRadius: 6,
  cursorType: 'pointer',
  components: {
    // 16 px text keeps phones from zooming in on a field; 44 px fits a thumb.
    Button: { defaultProps: { size: 'md' } },
    TextInput: { defaultProps: { size: 'md' } },
    PasswordInput: { defaultProps: { size: 'md' } },
    Textarea: { defaultProps: { size: 'md', autosize: false, rows: 4 } },
    NativeSelect: { defaultProps: { size: 'md' } },
    Checkbox: { defaultProps: { size: 'md' } },
    Modal: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
  },
});

/** Passes the colors of theme/tokens.css by meaning to Mantine's own variables, in both schemes. */
export const cssVariablesResolver: CSSVariablesResolver = () => {
  const shared = {
    '--mantine-color-body': 'var(--paper)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--ink-soft)',
    '--mantine-color-placeholder': 'var(--ink-soft)',
    '--mantine-color-anchor': 'var(--evergreen)',
    '--mantine-color-error': 'var(--clay)',
    '--mantine-color-default': 'var(--paper-raised)',
    '--mantine-color-default-hover': 'var(--paper-sunk)',
    '--mantine-primary-color-contrast': 'var(--on-evergreen)',
    '--mantine-color-default-border': 'var(--line-strong)',
  };
  return { variables: {}, light: shared, dark: shared };
};

import { theme, type ThemeConfig } from 'antd';

const shared = {
  borderRadius: 8,
  fontFamily: 'var(--wh-font)',
  fontFamilyCode: 'var(--wh-mono)',
  wireframe: false,
};

/** Contrasts of at least 4.5:1 on every surface (WCAG 2.2, 1.4.3): the library's own primary, placeholder and description colours do not reach it. */
const light = {
  ...shared,
  colorPrimary: '#0f5fd1',
  colorInfo: '#0f5fd1',
  colorLink: '#0f5fd1',
  colorError: '#b3261e',
  colorSuccess: '#1c6b3c',
  colorWarning: '#8a5300',
  // What the library makes of a warning so dark is mud.
  colorWarningBg: '#fdf4e3',
  colorWarningBorder: '#e3c48f',
  colorErrorBg: '#fdf0ee',
  colorErrorBorder: '#e8b5b0',
  colorSuccessBg: '#eaf5ee',
  colorSuccessBorder: '#a9d3b8',
  colorText: '#1a2433',
  colorTextSecondary: '#4d5866',
  colorTextTertiary: '#5b6572',
  colorTextPlaceholder: '#646464',
  colorTextDescription: '#5b6472',
  colorTextQuaternary: '#6b6b6b',
  colorTextDisabled: '#5d626a',
  colorBgLayout: '#f4f3ef',
  colorBorder: '#cfcbc1',
  colorBorderSecondary: '#e2dfd7',
};

const dark = {
  ...shared,
  colorPrimary: '#4a8cf0',
  colorInfo: '#6fa8ff',
  colorLink: '#7fb2ff',
  colorLinkHover: '#a6caff',
  colorError: '#ff8a80',
  colorErrorText: '#ff9d94',
  colorSuccess: '#63c78b',
  colorWarning: '#f0c06a',
  colorText: '#e6eaf0',
  colorTextSecondary: '#b7c0cc',
  colorTextTertiary: '#a5b0be',
  // Also in a disabled field of a drawer, which is the lightest surface.
  colorTextPlaceholder: '#9fabb9',
  colorTextDescription: '#a5b0be',
  colorTextQuaternary: '#98a3b1',
  colorTextDisabled: '#9fabb9',
  colorBgBase: '#10161f',
  colorBgLayout: '#10161f',
  colorBgContainer: '#18202c',
  colorBgElevated: '#1f2937',
  colorBorder: '#3b4757',
  colorBorderSecondary: '#2c3644',
};

/** The component library's theme in light or dark, tighter when density is compact. CSS variables only: switching writes no new styles. */
export function antdTheme(isDark: boolean, density: 'small' | 'middle' | 'large'): ThemeConfig {
  const base = isDark ? theme.darkAlgorithm : theme.defaultAlgorithm;
  return {
    cssVar: { key: 'wh' },
    hashed: false,
    algorithm: density === 'small' ? [base, theme.compactAlgorithm] : base,
    // Without transitions the library would wait for ends that never come.
    token: {
      ...(isDark ? dark : light),
      motion: !window.matchMedia('(prefers-reduced-motion: reduce)').matches,
      // A button that runs may wait for an answer of its reader: its words stay readable, the wheel says that it runs.
      opacityLoading: 1,
    },
    components: {
      // White on the brighter dark primary is 3.4:1; solid buttons take the deeper blue in both themes.
      Button: {
        colorPrimary: '#0f5fd1',
        colorPrimaryHover: '#2a73dd',
        colorPrimaryActive: '#0b4eb0',
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
        // The deeper blue is too dark for words on a dark surface.
        defaultHoverColor: isDark ? '#9cc4ff' : '#0b4eb0',
        defaultHoverBorderColor: isDark ? '#6fa8ff' : '#0b4eb0',
        defaultActiveColor: isDark ? '#7fb2ff' : '#0b4eb0',
        ...(isDark && { dangerColor: '#2b0b08' }),
      },
      Table: { headerBg: isDark ? '#1d2734' : '#f7f6f3', headerColor: isDark ? '#b7c0cc' : '#4d5866', headerSplitColor: 'transparent' },
      Tabs: isDark ? { itemSelectedColor: '#8fbcff', itemHoverColor: '#a6caff', itemActiveColor: '#a6caff', inkBarColor: '#8fbcff' } : {},
      Modal: { titleFontSize: 17 },
      // A box of 16 px with the radius of small controls looks like a radio button.
      Checkbox: { borderRadiusSM: 4 },
    },
  };
}

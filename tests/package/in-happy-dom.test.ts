// @vitest-environment happy-dom
import { describeShopTests } from './shop-test.ts';

// Proves: embedding/test-element.
describeShopTests('happy-dom');

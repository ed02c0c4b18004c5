// @vitest-environment jsdom
import { describeShopTests } from './shop-test.ts';

describeShopTests('jsdom');

// npm runs this after an installation from a clone.
import { installHooks } from './lib/hooks.mjs';

installHooks();

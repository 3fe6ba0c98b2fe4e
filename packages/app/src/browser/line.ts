const connection = () => (navigator as { connection?: { saveData: boolean; effectiveType: string } }).connection;

/** Whether the person asked the browser to save data. */
export const savesData = (): boolean => connection()?.saveData === true;

/** Whether the line is fast and data need not be saved. Browsers without connection data count as fast. */
export const isLineGood = (): boolean => !savesData() && (connection()?.effectiveType ?? '4g') === '4g';

export const reportScheme = 'videorecordconnection';

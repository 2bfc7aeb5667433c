module.exports.answer = (statusCode, body) => ({ statusCode, body: JSON.stringify(body) });
